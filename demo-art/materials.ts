/** Filters and gradients that the drawings share: grain, print stipple, shadows, foil, seed coat, glass, metals. */
import { seedClip } from './seed.ts'

export function materials(seed: number): string {
  return (
    noise(
      'grain',
      '0 0 100% 100%',
      `fractalNoise" baseFrequency="0.85" numOctaves="2" seed="${seed}`,
      `<feColorMatrix values="0 0 0 0 .5 0 0 0 0 .5 0 0 0 0 .5 .9 .9 0 0 -.62"/>`,
    ) +
    noise(
      'stipple',
      '-5% -5% 110% 110%',
      `fractalNoise" baseFrequency="0.72" numOctaves="1" seed="${seed + 7}`,
      `<feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1.9 0 0 0 -.45" result="dots"/>
       <feComposite in="SourceGraphic" in2="dots" operator="arithmetic" k1="0" k2="1" k3="1" k4="-1" result="sum"/>
       <feComponentTransfer in="sum"><feFuncA type="linear" slope="7" intercept="0"/></feComponentTransfer>
       <feComposite in2="SourceAlpha" operator="in" result="mask"/>
       <feComposite in="SourceGraphic" in2="mask" operator="in"/>`,
    ) +
    blur('soft', 26) +
    blur('near', 7) +
    noise(
      'foil',
      '0 0 100% 100%',
      `turbulence" baseFrequency="0.004 0.035" numOctaves="3" seed="${seed + 3}`,
      `<feSpecularLighting surfaceScale="5" specularConstant=".9" specularExponent="18" lighting-color="#fff" result="shine"><feDistantLight azimuth="235" elevation="58"/></feSpecularLighting>
       <feComposite in="shine" in2="SourceAlpha" operator="in" result="lit"/><feBlend in="SourceGraphic" in2="lit" mode="screen"/>`,
    ) +
    noise(
      'brushed',
      '0 0 100% 100%',
      `turbulence" baseFrequency="0.004 0.05" numOctaves="3" seed="${seed + 5}`,
      `<feSpecularLighting surfaceScale="3" specularConstant=".42" specularExponent="22" lighting-color="#fff" result="shine"><feDistantLight azimuth="235" elevation="52"/></feSpecularLighting>
       <feComposite in="shine" in2="SourceAlpha" operator="in" result="lit"/><feBlend in="SourceGraphic" in2="lit" mode="soft-light"/>`,
    ) +
    [0, 1, 2].map((i) => coat(i, seed + 11 + 37 * i)).join('') +
    seedClip +
    metal('gold', ['#8F6A1E', '#F7E3A1', '#C4942F', '#FFF3C8', '#A97A22', '#EBCB78']) +
    metal('silver', ['#9AA3A0', '#E9EEEB', '#B5BDBA', '#F7FAF8', '#8C9693', '#D5DCD9']) +
    metal('bronze', ['#6B3A1B', '#E9B98A', '#A2602F', '#F6D9B6', '#7F4520', '#D29A67']) +
    light('dome', '.36', '.28', '.85', [
      [0, '#fff', 0.85],
      [0.28, '#fff', 0.12],
      [0.7, '#000', 0.05],
      [1, '#000', 0.42],
    ]) +
    light('seedlight', '.36', '.3', '.74', [
      [0, '#fff', 0.34],
      [0.28, '#fff', 0.1],
      [0.55, '#000', 0.1],
      [1, '#000', 0.72],
    ])
  )
}

/** A net at two scales: dark marbling in large flakes, between fine pale lines. */
function coat(id: number, seed: number): string {
  const turn = (values: string, result: string) =>
    `<feColorMatrix in="${result}" values="${values}" result="${result}"/>`
  return `<filter id="coat${id}" x="-5%" y="-5%" width="110%" height="110%" color-interpolation-filters="sRGB">
<feTurbulence type="fractalNoise" baseFrequency="0.03 0.017" numOctaves="3" seed="${seed}" result="flakes"/>${turn('0 0 0 0 .15 0 0 0 0 .1 0 0 0 0 .055 7 0 0 0 -3.35', 'flakes')}
<feTurbulence type="turbulence" baseFrequency="0.04 0.026" numOctaves="1" seed="${seed + 5}" result="net"/>${turn('0 0 0 0 .8 0 0 0 0 .7 0 0 0 0 .52 -11 0 0 0 .62', 'net')}
<feTurbulence type="turbulence" baseFrequency="0.12 0.085" numOctaves="1" seed="${seed + 9}" result="fine"/>${turn('0 0 0 0 .2 0 0 0 0 .14 0 0 0 0 .08 -6 0 0 0 .5', 'fine')}
<feMerge result="all"><feMergeNode in="SourceGraphic"/><feMergeNode in="fine"/><feMergeNode in="flakes"/><feMergeNode in="net"/></feMerge><feComposite in="all" in2="SourceAlpha" operator="in"/></filter>`
}

export type Metal = 'gold' | 'silver' | 'bronze'

function noise(id: string, region: string, turbulence: string, rest: string): string {
  const [x, y, width, height] = region.split(' ')
  return `<filter id="${id}" x="${x}" y="${y}" width="${width}" height="${height}" color-interpolation-filters="sRGB"><feTurbulence type="${turbulence}"/>${rest}</filter>`
}

function blur(id: string, deviation: number): string {
  return `<filter id="${id}" x="-30%" y="-30%" width="160%" height="170%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`
}

function metal(id: string, colours: string[]): string {
  const stops = colours.map(
    (colour, i) => `<stop offset="${i / (colours.length - 1)}" stop-color="${colour}"/>`,
  )
  return `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="1">${stops.join('')}</linearGradient>`
}

type Stop = readonly [offset: number, colour: string, opacity: number]

function light(id: string, cx: string, cy: string, r: string, stops: Stop[]): string {
  const drawn = stops.map(
    ([at, colour, a]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${a}"/>`,
  )
  return `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${drawn.join('')}</radialGradient>`
}
