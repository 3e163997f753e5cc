/// The words of the workload's texts; the first ones are the most frequent.
enum WorkloadVocabulary {
  static let words = """
    of the and to we in is for a it that on was with by this as at be from or have but not are they which one you had
    her all there been their has would what will if can more no out so up said its about than into them some could him
    time other very then now only may these two any like over such our first after also new most people where must well
    ledger entry account premium payment renewal signed letter visit appointment question answer agreed remind offer
    insured claim household guardian property vehicle invoice receipt contractor architect kitchen garden window roof
    painter plumber electrician carpenter estimate material timber concrete drawing permit inspection completion
    harvest orchard vineyard stable horse saddle fence meadow river bridge harbour ferry island mountain valley forest
    village city station platform ticket luggage passport visa embassy border customs journey hostel museum gallery
    concert rehearsal violin piano choir theatre stage costume director audience review column editor chapter novel
    manuscript printer binding library shelf catalogue archive letterhead signature witness notary court hearing verdict
    appeal judge lawyer mediator settlement trustee heir estate will testament foundation donor grant charity volunteer
    teacher pupil lesson exam diploma seminar lecture campus tutor thesis laboratory microscope sample reagent vaccine
    dosage nurse surgeon clinic ward recovery therapy allergy diet vitamin exercise stretching running cycling swimming
    rowing coach league referee trophy stadium season captain striker goalkeeper defender training injury transfer
    budget forecast revenue expense margin audit dividend bond share interest mortgage deposit withdrawal currency
    exchange broker portfolio pension annuity liability assets balance quarter fiscal statement reserve credit debit
    server network packet router firewall backup snapshot restore upgrade patch release branch commit merge conflict
    review deploy monitor alert incident outage latency cache queue index query schema replica cluster storage backlog
    sprint roadmap milestone deadline blocker scope feature prototype survey feedback interview onboarding mentor
    promotion holiday parental workshop keynote panel sponsor booth badge schedule agenda minutes decision follow
    tomorrow yesterday monday tuesday wednesday thursday friday weekend morning evening january february march april
    breakfast lunch dinner coffee bakery butter cheese bread apple pear cherry plum walnut honey cinnamon saffron
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  static let firstNames = """
    Agnes Albert Amelie Anouk Arthur Astrid Axel Basil Bertha Birgit Bjorn Blanche Caleb Camille Casper Cecilia Clemens
    Cora Daphne Delia Dorian Edgar Edith Elias Elsa Emma Enzo Erik Eva Finn Flora Frida Gideon Gustav Hanna Harald Hedda
    Henry Ida Irene Jakob Jana Jasper Judith Kasimir Kirsten Lara Leon Linus Livia Magda Malte Mira Moritz Nele Nora
    Oskar Otto Paul Petra Ralf Ruth Simon Stella Thea Tobias Ulrike Viktor Willa Xaver Yasmin Zelda
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  static let lastNames = """
    Adler Arnold Baumann Berger Blum Brandt Calvino Christie Conrad Dahlberg Decker Dorn Eberhart Ekholm Falk Fontane
    Friedrich Gallo Gerber Gruen Haas Hartmann Heller Holm Huber Immel Jansen Jung Kaiser Keller Klein Kraus Lambert
    Lang Lehmann Linde Lorenz Maier Marquez Merz Moser Nagel Neumann Nilsen Oberg Olin Pavel Peters Pohl Quast Rader
    Reuter Richter Roth Sachs Sander Sommer Stein Thoma Tremblay Ulbrich Varga Vogt Walther Wieland Winter Zander Zoller
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  static let roles = ["Client", "Lead", "Vendor", "Referral Partner", "Agent", "External", "Applicant"]
  static let reasons = ["duplicate", "not relevant", "handled", "wrong person", "out of date"]
}
