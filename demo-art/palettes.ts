/** The colours of the pictures: the house colours, one palette for each landscape, one set for each kind of pack. */
export const house = {
  noche: '#10231B',
  yerba: '#1B4D35',
  cal: '#F6F1E7',
  ceibo: '#A8201A',
  sol: '#E9A820',
  arcilla: '#B4532A',
  rio: '#2F5D73',
  hueso: '#E8DFCB',
} as const

export interface Palette {
  sky: string
  skyTop: string
  /** Sun or moon, and other lights. */
  light: string
  shade: string
  hills: readonly [far: string, middle: string, near: string]
  leaf: string
  vein: string
}

/** A palette with the colour that the seeds of the landscape are photographed on. */
interface Landscape extends Palette {
  ground: string
}

export const palettes = {
  puna: {
    sky: '#E9B9A0',
    skyTop: '#6C4A8C',
    light: '#F7D774',
    shade: '#2C1836',
    hills: ['#8C5A86', '#5F3B6E', '#3A2450'],
    leaf: '#2B1B3D',
    vein: '#B58AC9',
    ground: '#3A2450',
  },
  litoral: {
    sky: '#F3D9B0',
    skyTop: '#E58E57',
    light: '#C8342B',
    shade: '#3C1512',
    hills: ['#6F9A72', '#2F6B4F', '#1B4D35'],
    leaf: '#10231B',
    vein: '#6FA37A',
    ground: '#1F5A3F',
  },
  noche: {
    sky: '#16324A',
    skyTop: '#0A1524',
    light: '#F6E7B4',
    shade: '#050B14',
    hills: ['#22536B', '#17394F', '#0E2535'],
    leaf: '#5FB38A',
    vein: '#0E3B2C',
    ground: '#17394F',
  },
  pampa: {
    sky: '#F4E3B5',
    skyTop: '#8FB7B5',
    light: '#F2A93B',
    shade: '#5A3A10',
    hills: ['#C9A54C', '#A27A2C', '#5E5320'],
    leaf: '#2F3B16',
    vein: '#D8C277',
    ground: '#6B5A22',
  },
  lapacho: {
    sky: '#F8DAD3',
    skyTop: '#C9688A',
    light: '#FBEBC8',
    shade: '#4A1230',
    hills: ['#A9527A', '#6E2F5B', '#3F1A3C'],
    leaf: '#2A1230',
    vein: '#E59AB8',
    ground: '#5B2548',
  },
  patagonia: {
    sky: '#DCE9E4',
    skyTop: '#4F8CA3',
    light: '#FBF3DC',
    shade: '#0F2A3A',
    hills: ['#6F97A6', '#3D6C7F', '#1F4355'],
    leaf: '#123040',
    vein: '#9CCBD2',
    ground: '#245063',
  },
  quebrada: {
    sky: '#F6D7A6',
    skyTop: '#D9764A',
    light: '#FFF0C2',
    shade: '#4A170C',
    hills: ['#C4683F', '#97402A', '#5A2019'],
    leaf: '#27140F',
    vein: '#E0A06A',
    ground: '#6B2C1E',
  },
  esteros: {
    sky: '#F0C58C',
    skyTop: '#1F5C63',
    light: '#F6E3A1',
    shade: '#06262B',
    hills: ['#3F8A80', '#1F5F5E', '#0F3D42'],
    leaf: '#0A2A2C',
    vein: '#7CC7B2',
    ground: '#17504F',
  },
  selva: {
    sky: '#EEF2C9',
    skyTop: '#5E9F5C',
    light: '#F7DD6B',
    shade: '#14331A',
    hills: ['#86B55C', '#3F7F45', '#7E3520'],
    leaf: '#12301C',
    vein: '#B6D98A',
    ground: '#3D5F2A',
  },
  tormenta: {
    sky: '#C9BFCB',
    skyTop: '#343A5C',
    light: '#F0DFA6',
    shade: '#10142A',
    hills: ['#666E93', '#414A70', '#252C4C'],
    leaf: '#141A33',
    vein: '#A3AEDB',
    ground: '#343C62',
  },
} as const satisfies Record<string, Landscape>

/** Landscapes after sunset, for the dark scheme of the site. */
export const nightPalettes = {
  litoral: {
    sky: '#1F5A5C',
    skyTop: '#0A1826',
    light: '#F6E7B4',
    shade: '#040A10',
    hills: ['#2C5F52', '#1D463A', '#122F29'],
    leaf: '#0A1C16',
    vein: '#7FC79A',
  },
  puna: {
    sky: '#6A4A86',
    skyTop: '#170F2E',
    light: '#F7E3B0',
    shade: '#0C0618',
    hills: ['#4E3670', '#382554', '#241636'],
    leaf: '#160C24',
    vein: '#B58AC9',
  },
} as const satisfies Record<string, Palette>

export type PackKind = 'fem' | 'auto' | 'reg' | 'limited'

export interface PackColours {
  label: string
  backdrop: readonly [top: string, bottom: string]
  card: string
  ink: string
  rule: string
}

export const packColours: Record<PackKind, PackColours> = {
  fem: {
    label: 'FEMINIZADA',
    backdrop: ['#BFD3B4', '#7FA382'],
    card: '#F6F1E7',
    ink: '#10231B',
    rule: '#1B4D35',
  },
  auto: {
    label: 'AUTOMÁTICA',
    backdrop: ['#F3D48A', '#E0A63A'],
    card: '#10231B',
    ink: '#F6F1E7',
    rule: '#E9A820',
  },
  reg: {
    label: 'REGULAR',
    backdrop: ['#E7C3A7', '#C98A63'],
    card: '#8E3D1C',
    ink: '#FBF3E4',
    rule: '#F3D48A',
  },
  limited: {
    label: 'EDICIÓN LIMITADA',
    backdrop: ['#8E1F18', '#3F0B08'],
    card: '#160D0E',
    ink: '#F6EAD2',
    rule: 'url(#gold)',
  },
}
