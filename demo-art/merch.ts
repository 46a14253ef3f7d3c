/** Merchandise: T-shirt, cap, tote bag, mug and notebook, each in a dark and a light version. */
import { type Cloth, clothDefs, folded, seam, stitches } from './cloth.ts'
import { leaf } from './leaf.ts'
import { materials } from './materials.ts'
import { house, palettes } from './palettes.ts'
import { seededRandom } from './random.ts'
import { scene } from './scene.ts'
import { grain, svg, verticalGradient } from './svg.ts'
import { display, italic, textPath } from './text-path.ts'

export type Article = 'remera' | 'gorra' | 'bolsa' | 'taza' | 'cuaderno'
export type Colourway = 'noche' | 'cal'

interface Colours extends Cloth {
  ink: string
  accent: string
  backdrop: readonly [string, string]
  thread: string
}

const colourways: Record<Colourway, Colours> = {
  noche: {
    cloth: '#1C3227',
    deep: '#0B1711',
    ink: house.cal,
    accent: house.sol,
    backdrop: ['#C7D6DB', '#7F9BA6'],
    thread: '#5E7A68',
    folds: { shade: 0.6, shine: 0.13 },
  },
  cal: {
    cloth: '#EFE7D6',
    deep: '#CDBF9F',
    ink: house.yerba,
    accent: house.arcilla,
    backdrop: ['#B9C9B4', '#6E8F78'],
    thread: '#B8A883',
    folds: { shade: 0.24, shine: 0.55 },
  },
}

export function merch(article: Article, colourway: Colourway): string {
  const colours = colourways[colourway]
  const slug = `${article} ${colourway}`
  const landscape = scene({
    width: 420,
    height: 560,
    palette: palettes.litoral,
    random: seededRandom(slug),
    disc: { look: 'sun', x: 0.5, y: 0.3, radius: 0.15 },
  })
  return svg(
    1200,
    1500,
    `${materials(21)}${landscape.defs}${verticalGradient('backdrop', ...colours.backdrop)}
<radialGradient id="spot" cx=".32" cy=".2" r=".85"><stop offset="0" stop-color="#fff" stop-opacity=".55"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
<linearGradient id="round" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#000" stop-opacity=".55"/><stop offset=".24" stop-color="#fff" stop-opacity=".2"/><stop offset=".42" stop-color="#fff" stop-opacity=".03"/><stop offset=".72" stop-color="#000" stop-opacity=".1"/><stop offset="1" stop-color="#000" stop-opacity=".6"/></linearGradient>
${clothDefs}
<clipPath id="cover"><rect width="420" height="560" rx="14"/></clipPath>`,
    `<rect width="1200" height="1500" fill="url(#backdrop)"/><rect width="1200" height="1500" fill="url(#spot)"/>${articles[article](colours, landscape.body)}${grain(1200, 1500, 0.07)}`,
  )
}

const articles: Record<Article, (colours: Colours, landscape: string) => string> = {
  remera: tshirt,
  gorra: cap,
  bolsa: tote,
  taza: mug,
  cuaderno: notebook,
}

/** Sun, leaf and wordmark, about 480 wide, around (0, 0). */
function print({ ink, accent, cloth }: Colours, scale: number): string {
  const shape = leaf({
    radius: 270,
    leaflets: 9,
    random: seededRandom('print'),
    fill: ink,
    vein: cloth,
    veinWidth: 4,
    stem: false,
  })
  return `<g transform="scale(${scale})"><circle cy="-118" r="152" fill="${accent}"/><g transform="translate(0,20)">${shape}</g>${textPath('SURBROTE', { font: display(900, 125), size: 88, x: 0, y: 186, anchor: 'middle', fill: ink, maxWidth: 440 })}${textPath('genéticas del sur', { font: italic(), size: 48, x: 0, y: 246, anchor: 'middle', fill: accent })}</g>`
}

function shadow(path: string): string {
  return `<path d="${path}" fill="#000" opacity=".38" transform="translate(22,42)" filter="url(#soft)"/><path d="${path}" fill="#000" opacity=".3" transform="translate(6,12)" filter="url(#near)"/>`
}

function tshirt(colours: Colours): string {
  const body =
    'M424 246C500 322 700 322 776 246C858 274 946 302 1008 344C1046 432 1078 540 1098 654C1050 678 990 696 934 702C924 672 914 640 904 606C894 700 892 800 896 900C900 1020 906 1140 914 1250C830 1270 760 1258 690 1266C600 1276 520 1262 440 1268C380 1270 330 1262 286 1250C294 1140 300 1020 304 900C308 800 306 700 296 606C286 640 276 672 266 702C210 696 150 678 102 654C122 540 154 432 192 344C254 302 342 274 424 246Z'
  const neck = 'M424 246C500 322 700 322 776 246L748 232C690 286 510 286 452 232Z'
  const ribs = Array.from({ length: 41 }, (_, i) => {
    const u = i / 40
    const [x, y] = [424 + 352 * u, 246 + 4 * 57 * u * (1 - u)]
    const [ix, iy] = [452 + 296 * u, 232 + 4 * 40.5 * u * (1 - u)]
    return `M${x.toFixed(1)} ${y.toFixed(1)}L${ix.toFixed(1)} ${iy.toFixed(1)}`
  })
  const folds = folded('piece', colours, [
    ['M296 606C330 560 372 540 420 520', 34],
    ['M300 640C350 640 400 620 450 580', 22, 0.7],
    ['M904 606C870 560 828 540 780 520', 34],
    ['M900 640C850 640 800 620 750 580', 22, 0.7],
    ['M330 1230C352 1100 344 960 372 830', 38],
    ['M420 1262C436 1180 426 1090 450 1010', 26, 0.8],
    ['M880 1220C856 1090 862 980 834 850', 40],
    ['M760 1256C748 1180 756 1100 738 1030', 26, 0.8],
    ['M560 1262C570 1210 560 1160 574 1110', 22, 0.6],
    ['M470 330C456 400 470 460 452 520', 24, 0.6],
    ['M730 330C744 400 730 460 748 520', 24, 0.6],
    ['M196 400C180 480 160 560 150 640', 22],
    ['M1004 400C1020 480 1040 560 1050 640', 22],
    ['M252 420C240 520 232 600 226 680', 18, 0.7],
    ['M948 420C960 520 968 600 974 680', 18, 0.7],
  ])
  const thread = colours.thread
  const hems =
    stitches('M110 628C160 650 216 668 272 676', thread) +
    stitches('M113 616C162 638 218 656 275 664', thread) +
    stitches('M1090 628C1040 650 984 668 928 676', thread) +
    stitches('M1087 616C1038 638 982 656 925 664', thread) +
    stitches(
      'M290 1222C334 1234 380 1242 440 1240C520 1234 600 1248 690 1238C760 1230 830 1242 911 1222',
      thread,
    ) +
    stitches(
      'M291 1208C334 1220 380 1228 440 1226C520 1220 600 1234 690 1224C760 1216 830 1228 910 1208',
      thread,
    )
  const label = `<rect x="572" y="229" width="56" height="34" rx="4" fill="${colours.ink}"/><rect x="584" y="241" width="32" height="5" fill="${colours.accent}"/>`
  const inside = 'M448 236C500 212 700 212 752 236C690 290 510 290 448 236Z'
  return `<clipPath id="piece"><path d="${body}"/></clipPath>${shadow(body)}<path d="${inside}" fill="${colours.deep}"/><path d="${inside}" fill="#000" opacity=".35"/>${label}<path d="${body}" fill="${colours.cloth}" filter="url(#weave)"/><g transform="translate(600,770)">${print(colours, 1.05)}</g>${folds}<path d="${neck}" fill="${colours.cloth}"/><path d="${neck}" fill="#000" opacity=".16"/><path d="${ribs.join('')}" stroke="#000" stroke-opacity=".3" stroke-width="3"/>${stitches('M414 256C494 340 706 340 786 256', thread)}${seam('M424 246C380 262 300 290 236 318M776 246C820 262 900 290 964 318', 0.3)}${seam('M236 318C284 400 304 500 296 606M964 318C916 400 896 500 904 606')}${hems}`
}

function cap(colours: Colours): string {
  const crown =
    'M262 852C250 560 410 414 602 412C794 414 954 560 942 852C836 806 700 788 602 788C504 788 368 806 262 852Z'
  const peak =
    'M256 846C360 800 480 780 602 780C724 780 844 800 948 846C1022 900 1064 970 1052 1018C1040 1054 968 1030 890 1000C794 964 700 950 602 950C504 950 410 964 314 1000C236 1030 164 1054 152 1018C140 970 182 900 256 846Z'
  const under =
    'M152 1018C164 1054 236 1030 314 1000C410 964 504 950 602 950C700 950 794 964 890 1000C968 1030 1040 1054 1052 1018C1048 1064 984 1062 900 1034C796 996 700 982 602 982C504 982 408 996 304 1034C220 1062 156 1064 152 1018Z'
  const panels = 'M602 412V788M602 412C470 462 392 630 380 812M602 412C734 462 812 630 824 812'
  const beside = (by: number) =>
    stitches(
      `M${602 + by} 424V788M${590 + by} 424C${462 + by} 480 ${392 + by} 640 ${380 + by} 812M${614 + by} 424C${742 + by} 480 ${812 + by} 640 ${824 + by} 812`,
      colours.thread,
    )
  const rows = [0, 34].map((drop) =>
    stitches(
      `M${206 + drop * 0.5} ${974 - drop}C340 ${894 - drop} 470 ${866 - drop} 602 ${866 - drop}S864 ${894 - drop} ${998 - drop * 0.5} ${974 - drop}`,
      colours.thread,
    ),
  )
  const eyelet = (x: number, y: number) =>
    `<ellipse cx="${x}" cy="${y}" rx="13" ry="15" fill="${colours.thread}"/><ellipse cx="${x}" cy="${y}" rx="6" ry="7" fill="#000" opacity=".75"/>`
  const folds = folded('piece', colours, [
    ['M300 820C300 700 330 590 400 500', 40],
    ['M904 820C904 700 874 590 804 500', 46],
    ['M440 770C436 690 450 610 480 540', 22, 0.6],
    ['M764 770C768 690 754 610 724 540', 22, 0.6],
    ['M290 840C400 800 500 782 602 782C704 782 804 800 914 840', 24, 0.8],
  ])
  const shape = leaf({
    radius: 150,
    leaflets: 9,
    random: seededRandom('cap'),
    fill: colours.ink,
    vein: colours.cloth,
    veinWidth: 2.6,
    stem: false,
  })
  const badge = `<g transform="translate(602,676)"><circle cy="-50" r="84" fill="${colours.accent}"/><g transform="translate(0,16)">${shape}</g>${textPath('SURBROTE', { font: display(900, 125), size: 42, x: 0, y: 76, anchor: 'middle', fill: colours.ink })}</g>`
  return `<clipPath id="piece"><path d="${crown}"/></clipPath><ellipse cx="606" cy="1056" rx="440" ry="46" fill="#000" opacity=".42" filter="url(#soft)"/>${shadow(peak)}<path d="${crown}" fill="${colours.cloth}" filter="url(#weave)"/>${seam(panels)}${beside(-11)}${beside(11)}${eyelet(470, 560)}${eyelet(734, 560)}${badge}${folds}<path d="${crown}" fill="url(#round)" opacity=".55"/><ellipse cx="602" cy="414" rx="32" ry="15" fill="${colours.deep}"/><ellipse cx="598" cy="410" rx="20" ry="7" fill="#fff" opacity=".22"/>
<path d="${under}" fill="${colours.deep}"/><path d="${under}" fill="#000" opacity=".35"/><path d="${peak}" fill="${colours.cloth}" filter="url(#weave)"/><path d="M300 832C404 796 500 780 602 780S800 796 904 832C800 806 700 800 602 800S404 806 300 832Z" fill="#000" opacity=".4" filter="url(#near)"/><path d="${peak}" fill="url(#round)" opacity=".5"/>${rows.join('')}<path d="M176 1000C310 920 460 888 602 888S894 920 1028 1000" fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="20" filter="url(#near)"/>`
}

function tote(colours: Colours): string {
  const bag =
    'M284 520C400 532 480 524 600 530C720 524 800 532 916 520C922 700 934 880 940 1040C944 1140 950 1230 944 1290C936 1316 850 1318 760 1322C650 1328 540 1328 430 1322C350 1318 264 1316 256 1290C250 1230 256 1140 260 1040C266 880 278 700 284 520Z'
  const strap = (lift: number) => `M414 600C410 420 450 ${190 - lift} 600 ${180 - lift}S790 420 786 600`
  const band = (colour: string, lift: number, width = 50) =>
    `<path d="${strap(lift)}" fill="none" stroke="${colour}" stroke-width="${width}"/>`
  const sewn = (x: number) =>
    stitches(
      `M${x - 18} 556H${x + 18}V596H${x - 18}ZM${x - 18} 556L${x + 18} 596M${x + 18} 556L${x - 18} 596`,
      colours.thread,
    )
  const folds = folded('piece', colours, [
    ['M414 600C400 720 360 820 330 940', 40],
    ['M430 610C440 740 420 860 430 980', 26, 0.7],
    ['M786 600C800 720 840 820 870 940', 42],
    ['M770 610C760 740 780 860 768 980', 26, 0.7],
    ['M520 540C510 600 520 660 508 720', 24, 0.6],
    ['M690 540C700 600 690 660 704 720', 24, 0.6],
    ['M270 1270C330 1200 400 1180 470 1190', 36],
    ['M932 1270C870 1200 800 1180 730 1190', 36],
    ['M300 1300C420 1262 540 1284 640 1262C760 1244 850 1276 930 1250', 26, 0.7],
    ['M276 760C300 800 300 880 282 960', 24, 0.8],
    ['M926 760C900 800 900 880 918 960', 24, 0.8],
  ])
  return `<clipPath id="piece"><path d="${bag}"/></clipPath>${shadow(bag)}${band(colours.deep, 26)}${band('#000', 26).replace('/>', ' opacity=".3"/>')}<path d="${bag}" fill="${colours.cloth}" filter="url(#weave)"/><g transform="translate(600,950)">${print(colours, 1.12)}</g>${folds}${band('#000', -8, 54).replace('/>', ' opacity=".25" filter="url(#near)"/>')}${band(colours.cloth, 0)}<path d="${strap(0)}" fill="none" stroke="#fff" stroke-opacity=".12" stroke-width="20"/><path d="${strap(0)}" fill="none" stroke="#000" stroke-opacity=".2" stroke-width="50" stroke-dasharray="0 1 1 3"/>${stitches(strap(-18).replace('M414', 'M432').replace('786 600', '768 600'), colours.thread)}${stitches(strap(18).replace('M414', 'M396').replace('786 600', '804 600'), colours.thread)}${sewn(414)}${sewn(786)}${stitches('M284 566C400 578 480 570 600 576C720 570 800 578 916 566', colours.thread)}${seam('M300 528C294 700 280 900 276 1296M900 528C906 700 920 900 924 1296', 0.3)}`
}

function mug(colours: Colours): string {
  const body = 'M290 470H850V1080C850 1150 790 1190 570 1190C350 1190 290 1150 290 1080Z'
  const handle = 'M838 590C1006 560 1064 660 1056 800C1048 950 960 1030 836 1016'
  const line = (stroke: string, width: number, opacity = 1) =>
    `<path d="${handle}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`
  const glaze = `<path d="M350 548C344 740 346 930 360 1080" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="18" stroke-linecap="round" filter="url(#glaze)"/><path d="M392 560C388 700 390 800 396 900" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="8" stroke-linecap="round" filter="url(#glaze)"/><path d="M806 560C812 740 808 920 792 1090" fill="none" stroke="#fff" stroke-opacity=".2" stroke-width="12" filter="url(#glaze)"/>`
  return `<filter id="glaze"><feGaussianBlur stdDeviation="3"/></filter><ellipse cx="610" cy="1186" rx="360" ry="44" fill="#000" opacity=".5" filter="url(#soft)"/><ellipse cx="580" cy="1184" rx="270" ry="22" fill="#000" opacity=".45" filter="url(#near)"/>${line(colours.deep, 74)}${line(colours.cloth, 60)}${line('#000', 16, 0.07)}<path d="M852 588C1000 566 1038 660 1032 790" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="10" stroke-linecap="round" filter="url(#glaze)"/><path d="${body}" fill="${colours.cloth}"/><g transform="translate(570,850)">${print(colours, 0.92)}</g><path d="${body}" fill="url(#round)"/>${glaze}<path d="M296 1096C310 1150 400 1176 570 1176S830 1150 844 1096C842 1150 790 1190 570 1190C350 1190 298 1150 296 1096Z" fill="#000" opacity=".25"/><ellipse cx="570" cy="470" rx="280" ry="58" fill="${colours.cloth}"/><ellipse cx="570" cy="472" rx="262" ry="48" fill="${colours.deep}"/><path d="M316 484C372 446 470 436 570 436S768 446 824 484C770 512 680 520 570 520S372 512 316 484Z" fill="#3B2A12"/><path d="M330 486C400 470 480 466 570 466S740 470 810 486" fill="none" stroke="#7A5A2A" stroke-width="6" opacity=".8"/><ellipse cx="570" cy="470" rx="280" ry="58" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="5"/>`
}

function notebook(colours: Colours, landscape: string): string {
  const cover = 'M250 240H950A30 30 0 0 1 980 270V1270A30 30 0 0 1 950 1300H250Z'
  return `<g transform="rotate(3 600 750)">${shadow(cover)}<path d="M262 258H966A28 28 0 0 1 992 286V1290A28 28 0 0 1 964 1318H262Z" fill="#F7F1E2"/><path d="M262 1304H966M262 1310H970" stroke="#BDAF90" stroke-width="3"/><path d="${cover}" fill="${colours.cloth}"/><path d="${cover}" fill="${colours.cloth}" opacity=".5" filter="url(#weave)"/><path d="M250 240H322V1300H250Z" fill="${colours.deep}"/>${seam('M322 240V1300')}${stitches('M300 262V1290', colours.thread)}<path d="M322 240H352V1300H322Z" fill="#000" opacity=".12"/><path d="M262 1316H960" stroke="#D8CBA9" stroke-width="3"/>
<g transform="translate(396,366)"><rect x="-12" y="-12" width="444" height="584" rx="20" fill="${colours.ink}"/><g clip-path="url(#cover)">${landscape}<g transform="translate(210,470)">${leaf({ radius: 250, leaflets: 9, random: seededRandom('notebook'), fill: palettes.litoral.leaf, vein: palettes.litoral.vein, veinWidth: 2.2 })}</g></g></g>
${textPath('CUADERNO DE CULTIVO', { font: display(850, 118), size: 46, x: 606, y: 1040, anchor: 'middle', fill: colours.ink, maxWidth: 470 })}${textPath('Surbrote · genéticas del sur', { font: italic(), size: 42, x: 606, y: 1102, anchor: 'middle', fill: colours.accent, maxWidth: 470 })}
<path d="M900 236V1304" stroke="${colours.accent}" stroke-width="20"/><path d="M908 236V1304" stroke="#000" stroke-opacity=".25" stroke-width="4"/><path d="M894 236V1304" stroke="#fff" stroke-opacity=".3" stroke-width="3"/><path d="M916 240V1300" stroke="#000" stroke-opacity=".3" stroke-width="9" filter="url(#near)"/></g>`
}
