// What is run on records of health: every command of Purus Health, with a marker in every hidden value.

enum PurusCases {
  /// Two records with a marker wherever they may hide something.
  static let fixture: [String] = [
    """
    purus record new 'Ann Lee' --set personalGender=Zq7M personalBirthdate=1951-07-23 \
    personalSocialSecurityNumber=Zq7M personalAddress='Zq7M street' personalHealthInsurance=Zq7M \
    personalHealthInsuranceNumber=Zq7M personalEmployer=Zq7M
    """,
    """
    purus record new Rex --pet --set personalAnimalID=Zq7M ownerPhone=Zq7M ownerEmail=Zq7M vetNote=Zq7M \
    personalBirthdate=1951-07-23 ownerName=Ann
    """,
    "purus add allergy ann Zq7M --comment Zq7M", "purus add illness ann Zq7M --comment Zq7M",
    "purus add risk ann Zq7M --comment Zq7M", "purus add history ann Zq7M --comment Zq7M",
    "purus add drug ann Zq7M --info Zq7M --comment Zq7M", "purus add blood ann Zq7M --comment Zq7M",
    "purus add vaccination ann Tetanus --info Zq7M --place Zq7M --comment 'next 1951-07-24' --date 1950-01-01",
    "purus add doctor ann 'Dr Yu' --contact Zq7M --phone Zq7M --email Zq7M --address Zq7M --comment Zq7M",
    "purus add contact ann Ben --phone Zq7M --email Zq7M", "purus add weight ann 61 --comment Zq7M",
    "purus add cost rex 2026 5 --comment Zq7M", "purus add document ann Zq7M.txt --comment Zq7M",
  ]

  /// Commands that answer with values.
  private static let answers: [DisclosureCase] = [
    .init("purus show ann", .values), .init("purus show 'ann lee' --as-of 2999-01-01", .values),
    .init("purus show rex", .values), .init("purus list ann", .values), .init("purus card ann", .values),
    .init("purus card rex", .values), .init("purus vaccinations", .values),
    .init("purus vaccinations ann --due --on 2026-01-01", .values),
    .init("purus print ann", .values), .init("purus blood ann", .values),
    .init("purus list", .nothing), .init("purus record list", .nothing), .init("purus weights ann", .nothing),
    .init("purus costs", .nothing),
    // The names of relations and of entries without hidden values.
    .init("purus list ann weights --limit 0", .nothing),
  ]

  private static let lists: [DisclosureCase] = [
    "allergies", "illnesses", "risks", "history", "drugs", "blood", "vaccinations", "doctors", "contacts",
    "weights",
    "documents",
  ].map { .init("purus list ann \($0)", .values) }

  /// What commands would write, by --dry-run.
  private static let plans: [DisclosureCase] = [
    .init("purus record new Carl {} --dry-run --set personalAddress=Zq7M", .values),
    .init("purus record edit ann personalAddress=Zq7M --dry-run", .values),
    .init("purus record share rex --name Zq7M --dry-run", .values),
    .init("purus record unshare rex --dry-run", .nothing),
    .init("purus add allergy ann Zq7M --dry-run", .values),
    .init("purus add illness ann Zq7M --dry-run", .values),
    .init("purus add risk ann Zq7M --dry-run", .values),
    .init("purus add history ann Zq7M --dry-run", .values),
    .init("purus add drug ann Zq7M --dry-run", .values), .init("purus add blood ann Zq7M --dry-run", .values),
    .init("purus add vaccination ann Flu --comment Zq7M --dry-run", .values),
    .init("purus add doctor ann Yu --phone Zq7M --dry-run", .values),
    .init("purus add contact ann Ben --phone Zq7M --dry-run", .values),
    .init("purus add weight ann 61 --comment Zq7M --dry-run", .values),
    .init("purus add cost rex 2026 5 --comment Zq7M --dry-run", .values),
    .init("purus add document ann Zq7M.txt --comment Zq7M --dry-run", .values),
    .init("purus edit ann $(cat document) comment=Zq7M --dry-run", .values),
    .init("purus remove ann $(cat document) --dry-run", .nothing),
    .init("purus record import record.json --dry-run", .nothing),
  ]

  /// Receipts of what was written to a file, hidden values with it.
  private static let files: [DisclosureCase] = [
    .init("purus record export ann -o out.json --force", .nothing),
    .init("purus card ann --page out.html --force", .nothing),
    .init("purus print ann --page out.html --force", .nothing),
    .init("purus document $(cat document) -o out.txt --force", .nothing),
  ]

  /// Errors about what is stored, or was typed.
  private static let refusals: [DisclosureCase] = [
    .init("purus record edit ann personalBirthdate=Zq7M", .refusal),
    .init("purus record edit ann 'Zq7M'", .refusal),
    .init("purus record edit ann personalGender=•••", .refusal),
    .init("purus record edit ann petName=Zq7M", .refusal),
    .init("purus record edit ann isPet=maybe Zq7M", .refusal),
    .init("purus add allergy ann Zq7M Zq7Mmore", .refusal), .init("purus add allergy ann •••", .refusal),
    .init("purus add blood ann Zq7M --date someday --comment Zq7M", .refusal),
    .init("purus edit ann Zq7M comment=x", .refusal), .init("purus edit ann $(cat document) Zq7M", .refusal),
    .init("purus edit ann $(cat document) date=Zq7M", .refusal), .init("purus remove ann Zq7M", .refusal),
    .init("purus add drug nobody Zq7M", .refusal), .init("purus add weight ann Zq7M", .refusal),
    .init("purus add weight ann -4 --comment Zq7M", .refusal),
    .init("purus add cost rex Zq7M Zq7M", .refusal),
    .init("purus add doctor ann Yu Zq7M", .refusal), .init("purus record import garbage", .refusal),
    .init("purus record import wrong.json", .refusal), .init("purus record import masked.json", .refusal),
    .init("purus record import entries.json", .refusal),
    .init("purus record export ann --output out --force", .nothing),
  ]

  static let all = answers + lists + plans + files + refusals
}
