/// The style of a report: one style sheet for screens, phones, paper, and dark mode. Every text of a ledger may break
/// anywhere, so that nothing is wider than the page.
enum PageStyle {
  static let sheet: Fragment = screen + tables + plots + narrow + dark + paper

  private static let screen: Fragment = """
    :root { color-scheme: light dark; --ink: #16191d; --soft: #59616b; --line: #d5d9de; --paper: #fff; --shade: #f5f6f8;
      --plot: #31597f; --good: #1c6b3c; --bad: #a3161f; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto,
      "Liberation Sans", Arial, sans-serif; font-variant-numeric: tabular-nums; }
    *, *::before, *::after { box-sizing: border-box; }
    html { color: var(--ink); background: var(--paper); -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
    body { margin: 0 auto; padding: 2.5rem 1.5rem; max-width: 66rem; overflow-wrap: anywhere; }
    .what { margin: 0; color: var(--soft); font-size: .8rem; font-weight: 600; letter-spacing: .1em; text-transform: uppercase; }
    h1 { margin: .2rem 0 1rem; font-size: 1.85rem; line-height: 1.2; font-weight: 650; text-wrap: balance; }
    h2 { margin: 3rem 0 .8rem; padding-top: .7rem; border-top: 2px solid var(--ink); font-size: 1.25rem; line-height: 1.3; }
    h3 { margin: 1.6rem 0 .5rem; font-size: 1rem; }
    p { margin: .5rem 0; max-width: 46rem; }
    a { color: inherit; text-underline-offset: .15em; }
    code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: .86em; }
    pre { margin: .5rem 0; padding: .6rem .8rem; background: var(--shade); white-space: pre-wrap; overflow-wrap: anywhere; }
    ul, ol { margin: .5rem 0; padding-left: 1.2rem; }
    dl { margin: 0; }
    dd { margin: 0; }
    .facts > div { display: grid; grid-template-columns: 8.5rem minmax(0, 1fr); gap: .1rem 1rem; padding: .12rem 0; }
    .facts dt, .figures-row dt, .source, .none, .kind, .more { color: var(--soft); }
    .source, .more { font-size: .88em; }
    .verdict { margin: 1.4rem 0; padding: .8rem 1rem; max-width: none; border-left: .35rem solid; background: var(--shade); }
    .verdict strong { font-size: 1.1em; }
    .sound { border-color: var(--good); } .sound strong { color: var(--good); }
    .unsound { border-color: var(--bad); } .unsound strong { color: var(--bad); }
    .figures-row { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 1px;
      margin: 1.4rem 0; border: 1px solid var(--line); background: var(--line); }
    .figures-row div { display: flex; flex-direction: column-reverse; justify-content: flex-end; padding: .6rem .8rem; background: var(--paper); }
    .figures-row dt { font-size: .8rem; line-height: 1.3; }
    .figures-row dd { font-size: 1.45rem; font-weight: 600; line-height: 1.3; }
    nav ol { display: flex; flex-wrap: wrap; gap: .2rem 1.4rem; padding: 0; list-style: none; font-size: .92rem; }
    .findings { padding: 0; list-style: none; }
    .findings li { margin: .6rem 0; padding: .5rem 1rem; border-left: .2rem solid var(--line); }
    .findings .failure { border-color: var(--bad); }
    .sides { margin: 0; padding-left: 1rem; }
    time { white-space: nowrap; }
    .clock { color: var(--soft); }
    q { quotes: "\\201c" "\\201d"; white-space: pre-line; }
    footer { margin-top: 3rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .85rem; }

    """

  private static let tables: Fragment = """
    table { width: 100%; margin: 1.2rem 0; border-collapse: collapse; font-size: .92rem; line-height: 1.4; }
    caption { padding: 0 0 .4rem; text-align: left; color: var(--soft); font-size: .92em; }
    th, td { padding: .38rem .8rem .38rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
    th:last-child, td:last-child { padding-right: 0; }
    thead th { border-bottom: 1px solid var(--ink); font-weight: 600; vertical-align: bottom; overflow-wrap: normal; }
    tbody th { font-weight: 500; }
    .number { padding-right: 1.3rem; text-align: right; white-space: nowrap; }
    .values table { margin-top: .3rem; } .values th:first-child { width: 24%; } .values td:last-child { width: 22%; }
    .values td:nth-child(2) > div { white-space: pre-line; }
    .whole { white-space: nowrap; }
    .part { margin: 1.8rem 0; } .part h3 { margin: 0; }
    .gone { font-size: .85em; }

    """

  private static let plots: Fragment = """
    svg { display: block; fill: var(--plot); }
    .bar { width: 16rem; max-width: 100%; min-width: 4rem; height: .75rem; margin: .3rem 0; }
    .rail { fill: var(--shade); }
    .spark { width: 14rem; max-width: 100%; min-width: 5rem; height: 1.4rem; border-bottom: 1px solid var(--line); }
    figure { margin: 1.4rem 0; }
    figcaption { margin-bottom: .5rem; color: var(--soft); font-size: .86rem; }
    .plot { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .3rem .6rem; font-size: .75rem; color: var(--soft); }
    .plot svg { width: 100%; height: 11rem; }
    .axis { display: flex; flex-direction: column; justify-content: space-between; text-align: right; line-height: 1; }
    .grid path { fill: none; stroke: var(--line); vector-effect: non-scaling-stroke; }
    .days { grid-column: 2; display: flex; justify-content: space-between; }
    details { font-size: .92rem; } summary { color: var(--soft); cursor: pointer; }

    """

  /// A row becomes a block, and each cell has its column's name.
  private static let narrow: Fragment = """
    @media screen and (max-width: 44rem) {
      body { padding: 1.2rem 1rem; }
      h1 { font-size: 1.45rem; }
      h2 { margin-top: 2.2rem; }
      .facts > div { grid-template-columns: minmax(0, 1fr); padding: .25rem 0; }
      .facts dt { font-size: .82rem; }
      .figures-row { grid-template-columns: repeat(2, minmax(0, 1fr)); }
      nav ol { display: block; } nav li { padding: .25rem 0; }
      table, caption, tbody, tr, th, td { display: block; }
      thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
      tbody th, td { padding: .1rem 0; border: 0; }
      td { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: 0 .8rem; }
      td::before { content: attr(data-label); color: var(--soft); font-size: .86em; }
      .number { text-align: left; white-space: normal; }
      tbody th { font-weight: 600; }
      time { white-space: normal; }
      .days span:nth-child(2) { display: none; }
    }

    """

  private static let dark: Fragment = """
    @media screen and (prefers-color-scheme: dark) {
      :root { --ink: #e7e9ec; --soft: #a0a8b2; --line: #3a4149; --paper: #14171a; --shade: #1f2429; --plot: #7fabd3;
        --good: #6cc08b; --bad: #ee8088; }
    }

    """

  /// Black on white, nothing cut in the middle, the heads of tables repeated on every page.
  private static let paper: Fragment = """
    @page { margin: 18mm 16mm 20mm; @bottom-right { content: counter(page) " / " counter(pages);
      font: 8pt "Liberation Sans", Arial, sans-serif; } }
    @media print {
      :root { color-scheme: light; --ink: #000; --soft: #333; --line: #999; --paper: #fff; --shade: #fff; --plot: #333;
        --good: #000; --bad: #000; font-size: 9.5pt; line-height: 1.4; }
      body { padding: 0; max-width: none; }
      nav, .figures { display: none; }
      h1 { font-size: 18pt; }
      h2 { margin-top: 16pt; font-size: 13pt; }
      h2, h3, caption { break-after: avoid; }
      p, li { orphans: 3; widows: 3; }
      .verdict { border: 1.5pt solid #000; border-left-width: 5pt; }
      .facts > div { grid-template-columns: 7.5rem minmax(0, 1fr); }
      figure, tr, .verdict, .figures-row, .findings li, pre { break-inside: avoid; }
      thead { display: table-header-group; break-after: avoid; }
      tbody tr:first-child, tbody tr:nth-child(2) { break-before: avoid; }
      table { font-size: 8.5pt; }
      svg, .rail { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      .rail { fill: #fff; stroke: #999; vector-effect: non-scaling-stroke; }
      .plot svg { height: 38mm; }
      a { text-decoration: none; }
    }

    """
}
