/// Words that say little about the subject of a text, because most texts contain them: the result of counting a corpus,
/// without needing one.
enum CommonWords {
  /// The weight of a folded word: 0 for words that only join others, less than 1 for those that occur everywhere, else
  /// 1.
  static func weight(_ word: String) -> Double {
    if joining.contains(word) { return 0 }
    if frequent.contains(word) { return 0.35 }
    // A single letter or digit is seldom the subject.
    return word.utf8.count == 1 ? 0.3 : 1
  }

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  /// Of English, German, French and Spanish.
  private static let joining = words(
    """
    a an the this that these those it its i me my mine myself we us our ours you your yours he him his she her hers
    they them their theirs who whom whose which what when where why how is am are was were be been being do does did
    done doing have has had having will would shall should can could may might must ought not no nor and or but if
    then else than so as at by for from in into of off on onto out over to up with without within about above across
    after again against all almost along already also although always among any anybody anyone anything anywhere
    around away because before behind below beneath beside besides between beyond both down during each either enough
    even ever every everybody everyone everything everywhere few further here hence however just least less like many
    more most much neither never next nobody none nothing now nowhere often once one only other others otherwise per
    perhaps rather quite same several since some somebody somehow someone something sometimes somewhere still such
    there therefore though through throughout thus together too toward towards under until unless upon very via well
    whatever whenever whereas wherever whether while yet s t d ll m re ve don doesn didn isn aren wasn weren won
    wouldn couldn shouldn can't cannot let lets ok yes
    der die das den dem des ein eine einer eines einem einen und oder aber nicht ist sind war wird werden von zu im
    mit auf fur als auch an bei nach wie aus sich es ich du er sie wir ihr
    le la les un une des du de et ou mais ne pas est sont dans pour que qui sur avec par au aux ce cette ces il elle
    el los las una unos unas y o pero no es son en para por con del al que se lo su sus como
    """)

  private static let frequent = words(
    """
    use uses used using make makes made making get gets got getting give gives given go goes going went come comes
    take takes taken see seen look looks know known think say says said tell want wants need needs try keep let put
    set work works working way ways thing things time times part parts kind kinds sort lot lots bit first second
    third last new old good better best great small large big long short high low right left different another
    certain possible important able common main whole full real simple easy hard people person day days year years
    place places point points case cases fact number numbers example examples line lines word words name names start
    started begin end find found show shows shown call called calls change changes follow following follows happen
    happens mean means become becomes allow allows add added provide provides create created creates write writes
    written run runs help helps however chapter section page book note notes also two three four five really
    actually instead usually simply particular without
    """)
}
