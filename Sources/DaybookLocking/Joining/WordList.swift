/// 2,048 common English words of 3 to 8 letters, ascending. Their first four letters are unique, and none begins
/// another. They are part of the format: none ever changes.
enum WordList {
  static let words = text.split(separator: " ").map(String.init)

  private static let text = """
    abbey aboard absent absorb academy accent acorn acrobat action actor adapt adjust admiral adobe adopt \
    advance advice aerial afar affair afford afloat after again agenda agile agree ahead aim airport aisle \
    alarm album alcove alert algebra alike almond aloe alone alpine also altar always amaze amber amend \
    ample amuse anchor angle animal ankle answer antenna anvil apart apex appear apple apricot apron aqua \
    arch arctic arena argue ark armchair army aroma around arrive arrow artist ascent ashore asleep aspen \
    assist aster atlas attend attic auburn audio august aunt aurora author autumn avenue average avocado \
    awake award away awesome axis axle azure baby backyard bacon badge bagel bakery balance balcony ballet \
    bamboo banana banjo bank barber bargain bark barley basil basket bath bay beach beam bean beard beaver \
    become bedroom beetle begin behave beige belief bell belong bench benefit berry beside better between \
    beyond bicycle big bike billow binder biology birch bird biscuit bison blanket blaze blend blimp blink \
    block bloom blossom blouse blue blush board boat body boil bolt bonfire bonus book boost border borrow \
    botany bottle bounce bouquet boutique bowl box brace brain branch brave bread breeze brick bridge brief \
    bright brisk broad bronze brook brother brown brush bubble bucket budget buffalo bugle builder bulb \
    bundle bunny burger burrow bus butter buyer buzz bypass cabbage cabin cable cactus cafe cage calcium \
    calendar calm camel camp canal candle canoe canvas canyon capable captain caramel card carpet carry \
    cart carve cascade cash castle casual catalog cavern cedar ceiling celery cello cement center cereal \
    certain chain chalk champion chapter charm chase cheese chef cherry chess chicken chief child chimney \
    chip choice chorus chrome chunk cider cinema cinnamon circle citizen citrus city civil clam class clay \
    clean clerk clever client cliff climb clinic clock cloud clover club clue coach coast cobalt cobra \
    coconut code coffee coin cold collar color column comb comet common compass concert cone confirm \
    connect console contact cook cool copper coral cord cosmic cost cottage couch council couple course \
    cousin cover cowboy coyote cozy cradle craft crane crater crayon cream credit creek crew cricket \
    crimson crisp critic crocus crop cross crowd cruise crumb crystal cube cucumber cuddle cuisine culture \
    cup curious curl curtain curve cushion custom cycle cypress daffodil dahlia dairy daisy dance dapper \
    dare dash data dawn daylight deal debate debut decade decide deck decorate deer define degree delight \
    delta demand denim dense depart deposit depth deputy derby desert design desk dessert detail develop \
    device dew diagram dial diamond diary dice diesel diet differ digit dime dinner dinosaur diploma direct \
    disk display distant divide doctor document dog doll dolphin domain donate donkey door dot double dough \
    dove down dozen draft dragon drama draw dream dress drift drill drink drive drizzle drop drum dry duck \
    duet dune during dusk duty dwell dynamo eager eagle early earn earth easel easy echo eclipse edge edit \
    educate effect effort elastic elbow elder elect elegant element elephant elevate elite elk elm embark \
    ember emblem emerald emotion empire employ empty enable enamel enchant endless energy engine enjoy \
    enough enter entire entry envelope envoy epic episode equal equip erase errand escape essay estate \
    eternal ether evening every evolve exact exam excel exchange excite exercise exhibit exist exit exotic \
    expand expert explore express extra eye fable fabric face fact fade faint fair faith falcon fall family \
    famous fancy farm fashion father favor fawn feast feather federal fellow felt fence fern ferry festival \
    fetch fiber fiction fiddle field fiesta fifty figure filter final finch finger finish fire first fish \
    fitness five fix flag flame flannel flare flash flat flavor fleet flex flicker flight flint flip float \
    flock floor flower fluent fluff flute fly foam focus fog foil folder foliage follow fondue food foot \
    force forest forget fork formal fort forum forward fossil foster found fragile frame freedom fresh \
    friend fringe frog front frost frozen frugal fruit fuel funnel furnace fusion future gadget gain galaxy \
    gallery game garage garden garlic garnet gas gate gather gauge gazelle gear gecko gem general genius \
    gentle genuine geometry gesture geyser giant gift giggle ginger giraffe give glacier glad glance glass \
    glaze gleam glide glimpse glitter globe glory glossy glove glow glue goal goat goblet golf gondola good \
    goose gorge gossip gourmet govern gown grace grain grand grape grass gravity great green grid grill \
    grip grocery grotto group grow guard guava guess guide guild guitar gulf gull gum guru gust gym gypsum \
    habit hair half halo halt hammer hamster hand hangar happy harbor harmony harp harvest hatch haul have \
    hawk hay hazel head health heart heaven hedge height helmet help herald herb heritage hero hiccup \
    hidden high hike hill hinge hint hippo history hobby hockey hold holiday hollow home honest hoof hoop \
    hope horizon horn horse host hotel hour house hover hub huddle hue human humble humor hurdle hurry \
    husky hybrid hydrant hymn ice icicle icon idea igloo image impact import improve impulse inbox inch \
    include income indeed indigo indoor infant inform inherit initial ink inlet inner input inquire insect \
    inside install into invent invite inward iris iron island issue item ivory ivy jacket jade jaguar jam \
    january jargon jasmine jaunt java jazz jelly jersey jet jewel jigsaw jingle job jockey join joke jolly \
    journal joy jubilee judge juggle juice july jumbo jump june jungle junior jury just jute kale kangaroo \
    karate kayak keel keen keep kelp kennel kernel ketchup kettle key kick kilo kimono kind king kiosk kite \
    kitten kiwi knee knit knob knock knot know koala label labor lace ladder lady lagoon lamb lamp land \
    lane language lantern lapel large lark laser last latch latin laugh launch laurel lava lavender lawn \
    layer leader leaf league learn leather lecture left legacy legend leisure lemon length lens leopard \
    lesson letter level liberty library license lid life light lilac lily limb lime limit lion lip liquid \
    list liter little lizard llama loaf lobby lobster local locust lodge loft logic lollipop long look loop \
    loose lotion lotus loud lounge love loyal luck luggage lullaby lumber lunar lunch lupine lure lush \
    luxury lyric machine macro madam magic magnet mahogany maid mailbox main major make mallet mammal \
    manage mandolin mango manner mansion mantle manual many maple marble march margin marina market marvel \
    mascot mask mason massage master material matrix matter maximum mayor maze meadow measure medal media \
    melody melt member memory mend mentor menu merchant merge merit merry mesh message metal meteor method \
    metro midday midnight mild milk mimic mineral minimum minor mint minute miracle mirror mission mist \
    mitten mix mobile model modify moment monarch money monitor monkey month moon moose mop morning mosaic \
    moss moth motion motor mount mouse movie much mud muffin mule multiply mural muscle museum music \
    mustard mutual myrtle mystery myth nail name napkin narrate nation nature navy neat nebula neck nectar \
    needle neighbor neon nephew nerve network neutral new nickel niece night nimble nine noble node nomad \
    noodle normal north nose notable notice noun novel now nozzle nucleus nugget number nurse nutmeg nylon \
    nymph oak oar oasis oblong oboe observe obtain occur ocean octave october odd offer office often olive \
    omega omelet omit once onion online only onset onward opal open opera opinion opposite optic oracle \
    orange orbit orchard order ordinary oregano organ orient origin ornament osprey ostrich other otter \
    ounce outdoor outfit outline outside oval oven owl owner oxygen oyster ozone pack paddle page pail \
    paint pajamas palace palm pamper panda panel pansy panther papaya paper parade parcel pardon parent \
    parlor parrot parsley partner passage past path patio patrol pattern pause pavement pavilion payment \
    peace peanut pear pebble pecan pedal peel pelican pencil penguin people pepper perfect perhaps period \
    permit person petal pewter phantom pheasant phone photo phrase physics piano pickle picnic picture \
    pigeon pigment pilgrim pillow pilot pink pioneer pipe pitch pivot pixel pizza plain planet plaster \
    plate play plaza pleasant pledge plenty plot plow plug plum plus plywood pocket poem poet point polar \
    police polka polo pond pony pool poplar popular porch porridge portrait position potato potter pouch \
    pound powder power practice praise prefer prepare present pretty prevent price pride primary print \
    prism private prize produce profile program project promise proof proper protect proud provide prune \
    public pudding puffin pull pulp pulse pump punch pupil puppet purchase pure purple purse push put \
    puzzle pyramid python quail quality quantum quarter queen quench query quest quick quiet quill quince \
    quiz quota rabbit raccoon rack radar radio raffle raft raise rally ramp ranch random range rapid rare \
    rate rather ratio rattle raven ravine raw razor reach ready real reason rebel recall receive recipe \
    record recycle reduce reef reflect reform refresh region regular rehearse rejoice relax release rely \
    remain remember remote render renew rent repair repeat reply report request rescue resort respect \
    result retail return reunion reveal review reward rhubarb rhyme rhythm ribbon rich riddle ride rigid \
    rim ring rinse ripple ritual rival river road roast robe robin robot robust rocket rodeo roll romance \
    rookie room rooster rope rotate rotunda rough rowboat royal rubber ruby rudder rugby ruin rule rumble \
    runner rural rustic rye saddle safari safe saffron salad salmon salon salt salute sample sapphire \
    sardine satin sauce sauna sausage savanna save savory scale scan scarf scene scholar science scissors \
    scoop scope score scout screen script scroll scuba sculptor search season seat second secret section \
    security seek segment select self seller senate send senior sense sentence separate sequence serene \
    series service sesame session settle seven shade shallow shampoo shape share shawl sheep shelf sherbet \
    shield shift shine ship shirt shoe shoulder shovel show shrimp shrub shuffle shutter shy sibling siesta \
    sign silent silk silver similar simple since siren sister site situate six size skate sketch skill skin \
    skirt skyline slate sled sleep slice slide slim slipper slogan slope slumber small smart smile smoke \
    smooth snack snail snake sneaker snug soap soccer social sock soda sofa soft solar soldier solid \
    solution solve some sonata song soon sorbet soul sound soup source south souvenir soybean space spark \
    speak special speech spell sphere spice spider spin spiral splash splendid split sponge spoon sport \
    spot spray spread spring sprout spruce square squirrel stable stadium staff stage stamp standard star \
    station stay steady steel stem step stereo stick still stock stone stool store stove straw stream \
    string strong student style subject submit subway success suffix sugar suggest suit sultan summer \
    sunday super supper surface surprise survey sushi suspend sustain swallow swan swap sweater swift swim \
    swing switch sword sycamore syllable symbol symphony synonym syrup system table tackle taco tactic \
    tadpole take talent tall tandem tape target tariff tart task taste taxi teach team teapot teeth temple \
    tenant tender tennis tent term terrace text thank theater theme then theory there thick thimble thing \
    third thistle thorn thought thread thrive throne thumb thunder ticket tidy tiger tight tile timber \
    timid tinsel tiny tiptoe tire tissue title toast today toffee together token tomato tomorrow tone \
    tongue tonic tooth topaz topic torch tornado tortoise total toucan tour toward towel town toy trace \
    trade traffic trail travel tray treasure tree trek tremor trend trial tribe trick trim trip triumph \
    trombone trophy trout truck true trumpet trunk trust truth tube tuesday tug tulip tumble tuna tundra \
    tunnel turban turkey turn turtle tutor tuxedo twelve twenty twice twig twilight twin twist tycoon type \
    typhoon typical ukulele ultra umbrella umpire unable uncle uncover under undo unfold uniform union \
    unique unit universe unlock until unusual unveil update upgrade uphill uplift upper upright upset \
    upstairs upward urban urge usage useful usher usual utensil utility utmost utopia vacant vacuum valid \
    valley value valve vanilla vapor variety vase vault vector vehicle veil velvet vendor venture venue \
    veranda verb verdict verify verse vertical vessel vest veteran viaduct vibrant victory video view vigor \
    villa vine vintage vinyl violet virtue visa vision vista visual vital vivid vocal vogue voice volcano \
    volume vortex vote vowel voyage vulture waffle wage wagon waist waiter walk walnut walrus waltz wander \
    want warble wardrobe warm warrior wasp watch water wax weather weave wedding wedge weed week weight \
    welcome well wet whale wharf wheat wheel when where which while whisper white whole wicker wide width \
    wife wild wind winner winter wisdom wish wisteria witness wizard wolf woman wombat wonder wood work \
    world woven wrap wreath wren wrist writer yacht yam yard yarn year yeast yellow yes yield yodel yoga \
    yogurt yolk young your youth yucca yule zebra zenith zephyr zero zest zigzag zinc zipper zither zodiac \
    zoology zucchini
    """
}
