/** Merchandise: T-shirt, cap, tote bag, mug and notebook, each in a dark and a light version. */
import { leaf } from './leaf.ts'
import { materials } from './materials.ts'
import { house, palettes } from './palettes.ts'
import { seededRandom } from './random.ts'
import { scene } from './scene.ts'
import { grain, svg, verticalGradient } from './svg.ts'
import { display, italic, textPath } from './text-path.ts'

export type Article = 'remera' | 'gorra' | 'bolsa' | 'taza' | 'cuaderno'
export type Colourway = 'noche' | 'cal'

interface Colours {
  cloth: string
  deep: string
  ink: string
  accent: string
  backdrop: readonly [string, string]
}

const colourways: Record<Colourway, Colours> = {
  noche: {
    cloth: '#1C3227',
    deep: '#0B1711',
    ink: house.cal,
    accent: house.sol,
    backdrop: ['#C7D6DB', '#7F9BA6'],
  },
  cal: {
    cloth: '#EFE7D6',
    deep: '#CDBF9F',
    ink: house.yerba,
    accent: house.arcilla,
    backdrop: ['#B9C9B4', '#6E8F78'],
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
<filter id="cloth" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency="0.0045 0.002" numOctaves="3" seed="4"/><feDiffuseLighting surfaceScale="${colourway === 'cal' ? 15 : 40}" diffuseConstant="1.15" lighting-color="#fff" result="folds"><feDistantLight azimuth="200" elevation="58"/></feDiffuseLighting><feComposite in="folds" in2="SourceAlpha" operator="in" result="on"/><feBlend in="SourceGraphic" in2="on" mode="multiply"/></filter>
<filter id="weave" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency="0.09 0.5" numOctaves="2" seed="3"/><feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 .5 0 0 0 -.18" result="t"/><feComposite in="t" in2="SourceAlpha" operator="in" result="on"/><feMerge><feMergeNode in="SourceGraphic"/><feMergeNode in="on"/></feMerge></filter>
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
    veinWidth: 2.4,
    stem: false,
  })
  return `<g transform="scale(${scale})"><circle cy="-118" r="152" fill="${accent}"/><g transform="translate(0,20)">${shape}</g>${textPath('SURBROTE', { font: display(900, 125), size: 88, x: 0, y: 186, anchor: 'middle', fill: ink, maxWidth: 440 })}${textPath('genéticas del sur', { font: italic(), size: 48, x: 0, y: 246, anchor: 'middle', fill: accent })}</g>`
}

function shadow(path: string): string {
  return `<path d="${path}" fill="#000" opacity=".38" transform="translate(22,42)" filter="url(#soft)"/><path d="${path}" fill="#000" opacity=".3" transform="translate(6,12)" filter="url(#near)"/>`
}

function tshirt(colours: Colours): string {
  const body =
    'M420 250C500 330 700 330 780 250C860 280 950 310 1010 352L1094 656L932 704L906 612C898 820 900 1040 908 1252C706 1276 494 1276 292 1252C300 1040 302 820 294 612L268 704L106 656L190 352C250 310 340 280 420 250Z'
  const seams =
    'M294 612C288 560 296 470 316 410M906 612C912 560 904 470 884 410M292 1228C494 1252 706 1252 908 1228M122 640L262 682M1078 640L938 682'
  return `${shadow(body)}<path d="${body}" fill="${colours.cloth}" filter="url(#cloth)"/><path d="M420 250C500 330 700 330 780 250L752 238C690 292 510 292 448 238Z" fill="${colours.deep}"/><path d="M448 238C510 262 690 262 752 238C690 292 510 292 448 238Z" fill="#000" opacity=".45"/><path d="M408 256C494 346 706 346 792 256" fill="none" stroke="${colours.deep}" stroke-width="4" opacity=".8"/><path d="${seams}" fill="none" stroke="#000" stroke-opacity=".4" stroke-width="4"/><g transform="translate(600,770)">${print(colours, 1.05)}</g>`
}

function cap(colours: Colours): string {
  const crown =
    'M268 852C262 560 420 420 604 418C794 420 938 560 936 848C830 800 700 782 600 784C480 786 360 806 268 852Z'
  const peak =
    'M262 846C360 796 480 776 600 776C716 776 842 796 942 846C1016 900 1050 968 1036 1010C1022 1046 960 1026 884 996C790 960 690 944 600 944C508 944 412 960 318 996C242 1026 180 1046 166 1010C152 968 188 900 262 846Z'
  const panels =
    'M604 418C600 540 600 660 600 782M604 418C470 470 400 640 384 810M604 418C736 470 808 640 820 808'
  const stitch =
    'M210 968C330 896 470 864 600 864C730 864 870 896 990 968M196 990C330 920 470 890 600 890C730 890 870 920 1004 990'
  return `<ellipse cx="610" cy="1050" rx="430" ry="48" fill="#000" opacity=".4" filter="url(#soft)"/>${shadow(peak)}<path d="${crown}" fill="${colours.cloth}" filter="url(#cloth)"/><path d="${crown}" fill="url(#round)" opacity=".6"/><path d="${panels}" fill="none" stroke="#000" stroke-opacity=".4" stroke-width="4"/><ellipse cx="604" cy="420" rx="30" ry="14" fill="${colours.deep}"/>
<g transform="translate(600,690)"><circle cy="-62" r="86" fill="${colours.accent}"/><g transform="translate(0,10)">${leaf({ radius: 150, leaflets: 9, random: seededRandom('cap'), fill: colours.ink, vein: colours.cloth, veinWidth: 1.8, stem: false })}</g>${textPath('SURBROTE', { font: display(900, 125), size: 42, x: 0, y: 66, anchor: 'middle', fill: colours.ink })}</g>
<path d="${peak}" fill="${colours.cloth}"/><path d="${peak}" fill="url(#round)" opacity=".45"/><path d="${peak}" fill="none" stroke="${colours.deep}" stroke-width="4"/><path d="${stitch}" fill="none" stroke="${colours.ink}" stroke-opacity=".5" stroke-width="3" stroke-dasharray="10 7"/>`
}

function tote(colours: Colours): string {
  const bag =
    'M284 520C480 530 720 530 916 520C926 780 940 1080 948 1302C714 1326 486 1326 252 1302C260 1080 274 780 284 520Z'
  const strap = (fill: string, lift: number) =>
    `<path d="M420 540C424 ${240 - lift} 520 ${170 - lift} 600 ${170 - lift}S776 ${240 - lift} 780 540" fill="none" stroke="${fill}" stroke-width="46" stroke-linecap="round"/>`
  return `${shadow(bag)}${strap(colours.deep, 24)}<path d="${bag}" fill="${colours.cloth}" filter="url(#cloth)"/><path d="${bag}" fill="${colours.cloth}" opacity=".35" filter="url(#weave)"/>${strap('#000', -8).replace('stroke="#000"', 'stroke="#000" opacity=".22"')}${strap(colours.cloth, 0)}<path d="M286 566C480 576 720 576 914 566" fill="none" stroke="#000" stroke-opacity=".32" stroke-width="4" stroke-dasharray="12 8"/><path d="M398 520h44v70h-44zM758 520h44v70h-44z" fill="${colours.cloth}" stroke="#000" stroke-opacity=".3" stroke-width="3"/><g transform="translate(600,940)">${print(colours, 1.15)}</g>`
}

function mug(colours: Colours): string {
  const body = 'M290 470H850V1080C850 1150 790 1190 570 1190C350 1190 290 1150 290 1080Z'
  const handle = 'M846 590C1010 560 1066 660 1058 800C1050 950 960 1030 842 1016'
  const line = (stroke: string, width: number) =>
    `<path d="${handle}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"/>`
  return `<ellipse cx="610" cy="1186" rx="360" ry="44" fill="#000" opacity=".5" filter="url(#soft)"/><ellipse cx="580" cy="1184" rx="270" ry="22" fill="#000" opacity=".45" filter="url(#near)"/>${line(colours.deep, 70)}${line(colours.cloth, 58)}<path d="M862 600C1000 580 1036 660 1030 790" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="9" stroke-linecap="round"/><path d="${body}" fill="${colours.cloth}"/><g transform="translate(570,850)">${print(colours, 0.92)}</g><path d="${body}" fill="url(#round)"/><path d="M352 540C346 740 348 930 360 1080" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="16" stroke-linecap="round"/><ellipse cx="570" cy="470" rx="280" ry="58" fill="${colours.cloth}"/><ellipse cx="570" cy="472" rx="262" ry="48" fill="${colours.deep}"/><path d="M316 484C372 446 470 436 570 436S768 446 824 484C770 512 680 520 570 520S372 512 316 484Z" fill="#3B2A12"/><path d="M330 486C400 470 480 466 570 466S740 470 810 486" fill="none" stroke="#7A5A2A" stroke-width="6" opacity=".8"/><ellipse cx="570" cy="470" rx="280" ry="58" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="5"/>`
}

function notebook(colours: Colours, landscape: string): string {
  const cover = 'M250 240H950A30 30 0 0 1 980 270V1270A30 30 0 0 1 950 1300H250Z'
  return `<g transform="rotate(3 600 750)">${shadow(cover)}<path d="M262 258H966A28 28 0 0 1 992 286V1290A28 28 0 0 1 964 1318H262Z" fill="#F7F1E2"/><path d="M262 1304H966M262 1310H970" stroke="#BDAF90" stroke-width="3"/><path d="${cover}" fill="${colours.cloth}"/><path d="${cover}" fill="${colours.cloth}" opacity=".5" filter="url(#weave)"/><path d="M250 240H322V1300H250Z" fill="${colours.deep}"/><path d="M322 240V1300" stroke="#000" stroke-opacity=".4" stroke-width="4"/>
<g transform="translate(396,366)"><rect x="-12" y="-12" width="444" height="584" rx="20" fill="${colours.ink}"/><g clip-path="url(#cover)">${landscape}<g transform="translate(210,470)">${leaf({ radius: 250, leaflets: 9, random: seededRandom('notebook'), fill: palettes.litoral.leaf, vein: palettes.litoral.vein, veinWidth: 2.2 })}</g></g></g>
${textPath('CUADERNO DE CULTIVO', { font: display(850, 118), size: 46, x: 606, y: 1040, anchor: 'middle', fill: colours.ink, maxWidth: 470 })}${textPath('Surbrote · genéticas del sur', { font: italic(), size: 42, x: 606, y: 1102, anchor: 'middle', fill: colours.accent, maxWidth: 470 })}
<path d="M900 236V1304" stroke="${colours.accent}" stroke-width="20"/><path d="M908 236V1304" stroke="#000" stroke-opacity=".25" stroke-width="4"/></g>`
}
