/// How a page looks: on wide and narrow screens, light and dark, and on paper.
enum PageStyle {
  /// The page's style sheet.
  static let css = """
    :root{color-scheme:light dark;--paper:#fff;--sheet:#fff;--ink:#18212d;--soft:#556070;--line:#d5dbe3;--grid:#e6eaef;
    --ground:#f8fafc;--link:#0a4f9e;--in:#1d5fa8;--in-ink:#fff;--out:#cfe0f2;--out-ink:#18344f;--enter:#1d5fa8;--exit:#9a4a06;
    --band:#f6dfb8;--trace:#33465c;--bar:#8795a6;--bad:#b01e3c;--sys:#6a3d9a;--rules:#8a4300;--fix:#b01e3c;--hi:#fff6dd;--move:#3f5266}
    @media (prefers-color-scheme:dark){:root{--paper:#0e131a;--sheet:#141b24;--ink:#e7ecf2;--soft:#a3b0bf;--line:#344152;
    --grid:#222d3a;--ground:#10171f;--link:#8cc0ff;--in:#6fb0f5;--in-ink:#07121f;--out:#20384f;--out-ink:#d3e6f8;
    --enter:#7db8f7;--exit:#f0a860;--band:#4a3a1c;--trace:#c3d0de;--bar:#71829a;--bad:#ff8fa3;--sys:#c9a3f5;--rules:#f0a860;
    --fix:#ff8fa3;--hi:#2f2a17;--move:#b4c4d6}}
    *{box-sizing:border-box}
    html{-webkit-text-size-adjust:100%}
    body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,
    "Helvetica Neue",Arial,"Liberation Sans",sans-serif;overflow-wrap:anywhere}
    .page{max-width:1000px;margin:0 auto;padding:0 20px 48px}
    .skip-link{position:absolute;left:-999px;top:0;background:var(--ink);color:var(--paper);padding:8px 14px;z-index:1}
    .skip-link:focus{left:8px;top:8px}
    a{color:var(--link)}
    :focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:2px}
    header{padding:36px 0 14px;border-bottom:2px solid var(--ink);margin-bottom:20px}
    h1{font-size:1.9rem;line-height:1.2;margin:0 0 6px;letter-spacing:-.01em;font-weight:650}
    h2{font-size:1.3rem;line-height:1.3;margin:0 0 2px;font-weight:650}
    h3{font-size:1rem;margin:18px 0 6px;font-weight:650}
    p{margin:0 0 10px}
    .soft,.facts,figcaption{color:var(--soft)}
    .facts{margin:0 0 12px;font-size:.95rem}
    figure{margin:0 0 14px}
    figcaption{font-size:.875rem;margin-top:6px}
    article{border-top:1px solid var(--line);padding:30px 0 8px}
    .scroll{overflow-x:auto;max-width:100%}
    table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums;width:100%}
    th,td{text-align:left;padding:5px 14px 5px 0;border-bottom:1px solid var(--line);vertical-align:top}
    th,td{overflow-wrap:normal}
    th{white-space:nowrap}
    th{font-weight:600;border-bottom:1.5px solid var(--ink);vertical-align:bottom}
    td.who{min-width:7em;max-width:22em;overflow-wrap:anywhere}
    .r{text-align:right}
    tr.change td{background:var(--hi)}
    tr.skip td{color:var(--soft);font-size:.85em;padding:2px 0;text-align:center;border-bottom-style:dashed}
    details.numbers{margin:6px 0 10px}
    .numbers td{white-space:nowrap}
    summary{cursor:pointer;font-weight:600;padding:4px 0}
    summary .soft{font-weight:400}
    .pair{display:grid;grid-template-columns:minmax(0,340px) minmax(0,1fr);gap:8px 32px;align-items:start}
    .pair>figure{position:sticky;top:10px}
    .pair.single{grid-template-columns:minmax(0,1fr)}
    ol.findings{list-style:none;margin:0;padding:0}
    ol.findings li{display:grid;grid-template-columns:28px minmax(0,1fr);gap:0 10px;padding:9px 0;border-bottom:1px solid var(--line)}
    ol.findings li:first-child{padding-top:2px}
    ol.findings svg{margin-top:2px;height:20px;width:auto}
    p.none{color:var(--soft);margin-top:4px}
    ol.findings b{font-weight:650}
    ol.findings .when{display:block;color:var(--soft);font-size:.875rem;font-variant-numeric:tabular-nums}
    ul.keys{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:4px 18px;font-size:.875rem}
    ul.keys li{display:inline-flex;align-items:center;gap:6px}
    ul.keys svg{flex:none;height:18px;width:auto}
    .guide{background:var(--ground);border:1px solid var(--line);border-radius:6px;padding:4px 16px;margin:20px 0 28px}
    .guide ul.keys{margin:6px 0 12px}
    .guide p{font-size:.9rem;max-width:46em}
    svg text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Liberation Sans",sans-serif;
    fill:var(--ink);font-variant-numeric:tabular-nums}
    svg.wide,svg.narrow,svg.plan{display:block;width:100%;height:auto}
    svg.narrow text,svg.plan text{font-size:12px}
    svg.narrow{display:none;max-width:460px;margin:0 auto}
    svg.plan{max-width:420px;margin:0 auto}
    svg text.soft{fill:var(--soft)}
    svg text.enter-text{fill:var(--enter);font-weight:600}
    svg text.exit-text{fill:var(--exit);font-weight:600}
    svg text.halo{paint-order:stroke;stroke:var(--ground);stroke-width:3.5px;stroke-linejoin:round}
    svg text.n{fill:var(--sheet);font-size:12px;font-weight:700}
    svg text.word{font-size:12px}
    svg text.word.inside{fill:var(--in-ink)}
    svg text.word.outside{fill:var(--out-ink)}
    svg text.word.unknown{fill:var(--soft)}
    .ground{fill:var(--ground)}
    .squeezed{fill:var(--grid);opacity:.55}
    .bend{stroke:var(--soft);stroke-dasharray:1 3;fill:none}
    .frame{fill:none;stroke:var(--line)}
    .grid{stroke:var(--grid);fill:none}
    .tick{stroke:var(--soft);fill:none}
    .gap{fill:var(--paper);stroke:var(--line);stroke-dasharray:2 3}
    .band{fill:var(--band);opacity:.75}
    .enter{stroke:var(--enter);stroke-width:1.6;fill:none}
    .exit{stroke:var(--exit);stroke-width:1.6;stroke-dasharray:7 4;fill:none}
    .ring-exit{fill:var(--band);fill-opacity:.75;stroke:var(--exit);stroke-width:1.6;stroke-dasharray:7 4}
    .ring-enter{fill:var(--ground);stroke:var(--enter);stroke-width:1.6}
    .center{stroke:var(--soft);fill:none}
    .trace{stroke:var(--trace);stroke-width:1.3;fill:none;stroke-linejoin:round;opacity:.75}
    .dots{stroke:var(--trace);stroke-width:5;stroke-linecap:round;fill:none}
    .dots.many{stroke-width:3}
    .bars{stroke:var(--bar);stroke-width:1.2;fill:none;opacity:.85}
    .refused-bars{stroke:var(--bad);stroke-dasharray:2 3;opacity:.5}
    .accuracy{fill:var(--bar);fill-opacity:.06;stroke:var(--bar);stroke-opacity:.5}
    .accuracy.refused-bars{fill:none}
    .refused{fill:var(--ground);stroke:var(--bad);stroke-width:1.6;stroke-linejoin:round}
    .change{fill:var(--ground);stroke:var(--trace);stroke-width:2.2}
    .change.inside{fill:var(--in);stroke:var(--in)}
    .change.outside{stroke:var(--in)}
    .event{stroke:var(--in);stroke-width:1;stroke-dasharray:1 3;fill:none}
    .span{opacity:.1}
    .span.rules,.spanbar.rules{fill:var(--rules)}
    .span.samples,.spanbar.samples{fill:var(--fix)}
    .span.system,.spanbar.system{fill:var(--sys)}
    .span.movement,.spanbar.movement{fill:var(--move)}
    .state{stroke:var(--in);stroke-width:1}
    .state.inside{fill:var(--in)}
    .state.outside{fill:var(--out)}
    .state.unknown{fill:none;stroke-dasharray:3 3}
    .state.mixed{fill:var(--bar)}
    .pole{stroke:var(--sys);stroke-width:1.4;fill:none}
    .flag{stroke:var(--sys);stroke-width:1.6;fill:var(--sys);stroke-linejoin:round}
    .flag.exit,.flag.removed{fill:var(--ground);stroke-dasharray:none}
    .leader{stroke:var(--soft);stroke-width:1;fill:none;opacity:.7}
    .bracket{stroke:var(--ink);stroke-width:1.5;fill:none}
    .card{fill:var(--sheet);stroke:var(--line)}
    .b.rules{fill:var(--rules)}.b.samples{fill:var(--fix)}.b.system{fill:var(--sys)}.b.movement{fill:var(--move)}.b.several{fill:var(--ink)}
    .plate{fill:var(--ground);opacity:.85}
    .scale{stroke:var(--ink);stroke-width:1.5;fill:none}
    .north{fill:var(--ink)}
    .beyond{fill:var(--bad)}
    footer{border-top:1px solid var(--line);padding-top:12px;color:var(--soft);font-size:.875rem}
    @media screen and (max-width:760px){
    .page{padding:0 13px 32px}
    header{padding-top:22px}
    h1{font-size:1.5rem}
    svg.wide{display:none}
    svg.narrow{display:block}
    .pair{grid-template-columns:minmax(0,1fr)}
    .pair>figure{position:static}
    }
    @media print{
    @page{margin:13mm 12mm}
    :root{color-scheme:light;--paper:#fff;--sheet:#fff;--ink:#000;--soft:#3d444d;--line:#b5bcc6;--grid:#e2e5ea;--ground:#fff;
    --link:#000;--in:#1d5fa8;--in-ink:#fff;--out:#dbe7f4;--out-ink:#000;--enter:#0f4a8c;--exit:#7d3b02;--band:#f3e3c6;
    --trace:#222;--bar:#777;--bad:#99122f;--sys:#53268a;--rules:#6d3500;--fix:#99122f;--hi:#eee;--move:#3f4650}
    body{font-size:10.5pt}
    .page{max-width:none;padding:0}
    .skip-link{display:none}
    header{padding-top:0}
    a{text-decoration:none}
    *{print-color-adjust:exact;-webkit-print-color-adjust:exact}
    article{break-before:page;border-top:0;padding-top:0}
    figure,ol.findings li,tr,.guide{break-inside:avoid}
    h2,h3,summary{break-after:avoid}
    thead{display:table-header-group}
    .scroll{overflow:visible}
    .pair>figure{position:static}
    .pair{grid-template-columns:minmax(0,300px) minmax(0,1fr);gap:8px 24px}
    details::details-content{content-visibility:visible;height:auto;display:block}
    summary{list-style:none}
    .numbers table{font-size:8.5pt}
    .numbers th,.numbers td{padding:2px 12px 2px 0}
    .pair.long{display:block}
    .pair.long>figure{max-width:300px}
    .pair.long ol{columns:2;column-gap:28px}
    }
    """
}
