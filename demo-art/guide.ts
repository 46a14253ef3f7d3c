/** The four steps of the germination guide: rest, water, soak, sow. */
import { materials } from './materials.ts'
import { seed, seedling } from './seed.ts'
import { grain, n, svg, verticalGradient } from './svg.ts'

const W = 1280
const H = 960

export type GuideStep = 'aclimatar' | 'agua' | 'remojo' | 'sembrar'

export function guideStep(step: GuideStep): string {
  const { backdrop, disc, draw } = steps[step]
  return svg(
    W,
    H,
    `${materials(13)}${verticalGradient('backdrop', ...backdrop)}<linearGradient id="glass" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#fff" stop-opacity=".75"/><stop offset=".14" stop-color="#fff" stop-opacity=".12"/><stop offset=".8" stop-color="#fff" stop-opacity=".06"/><stop offset="1" stop-color="#fff" stop-opacity=".5"/></linearGradient>
<linearGradient id="watery" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#CFEAF0" stop-opacity=".85"/><stop offset="1" stop-color="#5FA3B5" stop-opacity=".85"/></linearGradient>`,
    `<rect width="${W}" height="${H}" fill="url(#backdrop)"/><circle cx="640" cy="450" r="350" fill="${disc}"/>${draw()}${grain(W, H, 0.12)}`,
  )
}

const steps: Record<GuideStep, { backdrop: readonly [string, string]; disc: string; draw: () => string }> = {
  aclimatar: { backdrop: ['#F3D48A', '#E0A63A'], disc: '#F9E7B8', draw: rest },
  agua: { backdrop: ['#CFE0E6', '#7FA5B3'], disc: '#E9F3F5', draw: () => glass(waterDrops()) },
  remojo: { backdrop: ['#2F5D73', '#16324A'], disc: '#3F7690', draw: () => glass(soaking()) },
  sembrar: { backdrop: ['#BFD3B4', '#7FA382'], disc: '#E2ECD9', draw: sow },
}

function table(colour: string): string {
  return `<path d="M0 800H${W}V${H}H0Z" fill="${colour}"/><path d="M0 800H${W}" stroke="#000" stroke-opacity=".2" stroke-width="4"/>`
}

/** Seeds beside a clock: a day or two at room temperature. */
function rest(): string {
  const ticks = Array.from(
    { length: 12 },
    (_, i) => `<path d="M0 -176V-${i % 3 ? 160 : 146}" transform="rotate(${i * 30})"/>`,
  )
  const clock = `<ellipse cx="14" cy="230" rx="190" ry="26" fill="#000" opacity=".35" filter="url(#near)"/><circle r="214" fill="#1B4D35"/><circle r="192" fill="#F6F1E7"/><g stroke="#10231B" stroke-width="9" stroke-linecap="round">${ticks.join('')}</g><path d="M0 0V-122" stroke="#10231B" stroke-width="13" stroke-linecap="round"/><path d="M0 0L82 48" stroke="#A8201A" stroke-width="11" stroke-linecap="round"/><circle r="16" fill="#10231B"/>`
  const dish = `<ellipse cx="0" cy="66" rx="244" ry="46" fill="#000" opacity=".35" filter="url(#near)"/><path d="M-236 0C-220 66 -120 82 0 82S220 66 236 0Z" fill="#B4532A"/><ellipse rx="236" ry="50" fill="#D98A5C"/><ellipse cy="4" rx="208" ry="38" fill="#7E3517"/>`
  const seeds = [
    [-112, -16, 58],
    [-20, -4, -42],
    [78, -14, 70],
    [30, -46, 20],
    [-62, -44, -70],
    [142, -12, 30],
  ].map(([x = 0, y = 0, degrees = 0]) => seed({ x, y, scale: 0.43, degrees }))
  return `${table('#C98A2C')}<g transform="translate(480,552)">${clock}</g><g transform="translate(850,770)">${dish}${seeds.join('')}</g>`
}

const glassLeft = 420
const glassRight = 860

function glass(inside: string): string {
  const body = `M${glassLeft} 220L${glassLeft + 46} 812Q${glassLeft + 50} 846 ${glassLeft + 84} 846H${glassRight - 84}Q${glassRight - 50} 846 ${glassRight - 46} 812L${glassRight} 220Z`
  const water = `M${glassLeft + 14} 392L${glassLeft + 48} 806Q${glassLeft + 52} 832 ${glassLeft + 86} 832H${glassRight - 86}Q${glassRight - 52} 832 ${glassRight - 48} 806L${glassRight - 14} 392Z`
  return `${table('#1B4D35')}<ellipse cx="656" cy="846" rx="220" ry="30" fill="#000" opacity=".45" filter="url(#near)"/><path d="${body}" fill="#fff" opacity=".22"/><path d="${water}" fill="url(#watery)"/><ellipse cx="640" cy="392" rx="206" ry="26" fill="#E8F6F8" opacity=".9"/>${inside}<path d="${body}" fill="url(#glass)"/><path d="${body}" fill="none" stroke="#fff" stroke-width="7" stroke-opacity=".85"/><ellipse cx="640" cy="220" rx="220" ry="28" fill="none" stroke="#fff" stroke-width="7" stroke-opacity=".85"/>`
}

/** A bottle lets two drops fall; the thermometer shows lukewarm water. */
function waterDrops(): string {
  const drop = (x: number, y: number, k: number) =>
    `<g transform="translate(${x},${y}) scale(${k})"><path d="M0 -40C22 -8 30 8 30 24A30 30 0 0 1 -30 24C-30 8 -22 -8 0 -40Z" fill="#2F7F99"/><path d="M-14 26A16 16 0 0 0 2 40" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round"/></g>`
  const dropper = `<g transform="translate(640,0)"><path d="M-44 -10H44V70H-44Z" fill="#A8201A"/><path d="M-32 70H32L18 118H-18Z" fill="#7E1712"/><path d="M-12 118H12L6 178H-6Z" fill="#DDEBEE"/></g>`
  const thermometer = `<g transform="translate(748,300) rotate(9)"><rect x="-19" y="-160" width="38" height="520" rx="19" fill="#fff" opacity=".94"/><circle cy="372" r="36" fill="#fff" opacity=".94"/><path d="M0 372V96" stroke="#A8201A" stroke-width="13" stroke-linecap="round"/><circle cy="372" r="25" fill="#A8201A"/><path d="M19 20H2M19 60H8M19 100H2M19 140H8M19 180H2M19 220H8M19 260H2" stroke="#10231B" stroke-width="4"/></g>`
  return `${dropper}${drop(640, 240, 0.8)}${drop(640, 330, 0.95)}${thermometer}<path d="M560 392q20 10 40 0M690 398q-16 8 -34 2" stroke="#5FA3B5" stroke-width="5" fill="none"/>`
}

/** Seeds under water, the sunken ones opened by their first root. */
function soaking(): string {
  const root = (x: number, y: number, degrees: number) =>
    `<g transform="translate(${x},${y}) rotate(${degrees})"><path d="M0 -34C6 -70 30 -84 22 -118" fill="none" stroke="#FBF6E4" stroke-width="15" stroke-linecap="round"/></g>`
  const bubbles = Array.from(
    { length: 9 },
    (_, i) =>
      `<circle cx="${530 + ((i * 83) % 230)}" cy="${470 + ((i * 131) % 240)}" r="${5 + (i % 3) * 3}"/>`,
  )
  const seeds = [
    [560, 770, 0.52, 74],
    [712, 764, 0.54, -66],
    [636, 728, 0.56, 12],
    [590, 420, 0.44, 84],
  ].map(([x = 0, y = 0, scale = 1, degrees = 0]) => seed({ x, y, scale, degrees }))
  const stars = `<path d="M1040 130A74 74 0 1 0 1106 226A58 58 0 1 1 1040 130Z" fill="#F6E7B4"/><g fill="#F6E7B4"><circle cx="190" cy="160" r="7"/><circle cx="300" cy="300" r="5"/><circle cx="1130" cy="420" r="6"/><circle cx="150" cy="480" r="5"/><circle cx="960" cy="90" r="5"/></g>`
  return `${root(636, 700, 4)}${root(722, 742, 6)}${seeds.join('')}<g fill="none" stroke="#fff" stroke-opacity=".7" stroke-width="3">${bubbles.join('')}</g>${stars}`
}

/** A pot cut open: the seed lies one or two centimetres deep, its seedling stands above. */
function sow(): string {
  const pot = 'M330 470H950L890 850Q886 876 858 876H422Q394 876 390 850Z'
  const soil = 'M356 520H924L876 838Q873 856 856 856H424Q407 856 404 838Z'
  const pebbles = Array.from({ length: 46 }, (_, i) => {
    const x = 420 + ((i * 197) % 440)
    const y = 548 + ((i * 89) % 280)
    return `<ellipse cx="${x}" cy="${y}" rx="${4 + (i % 4) * 2}" ry="${3 + (i % 3) * 2}" fill="${i % 3 ? '#6B4A2C' : '#C7B08A'}" opacity=".8"/>`
  })
  const roots =
    '<path d="M640 690C634 730 652 760 640 812M640 730C610 744 596 770 588 798M642 740C672 752 684 780 694 802" fill="none" stroke="#F3E7C8" stroke-width="9" stroke-linecap="round"/>'
  const ruler = `<g transform="translate(786,524)" fill="none" stroke="#F7E3A1" stroke-width="6" stroke-linecap="round"><path d="M0 0V128M-20 0H20M-12 64H12M-20 128H20"/><path d="M-96 128H-40" stroke-dasharray="2 14"/></g>`
  const stem =
    '<path d="M640 640C634 600 646 560 640 512" fill="none" stroke="#A8CF97" stroke-width="16" stroke-linecap="round"/>'
  return `${table('#4E7A57')}<ellipse cx="652" cy="880" rx="320" ry="30" fill="#000" opacity=".45" filter="url(#near)"/><path d="${pot}" fill="#B4532A"/><path d="M330 470H950L942 520H338Z" fill="#D0703F"/><path d="${soil}" fill="#3B2718"/>${pebbles.join('')}<path d="M356 520Q640 ${n(496)} 924 520" fill="#4B331F"/>${roots}${stem}<g transform="translate(640,520)">${seedling(330)}</g>${seed({ x: 640, y: 652, scale: 0.5, degrees: 16 })}${ruler}`
}
