/** All motifs by name. */
import { caravan, cardones, pricklyPear, stripedRange, windTree } from './andes.ts'
import { crespin, limes, mate, quebracho, viper } from './forest.ts'
import { caiman, hammock, passionFlower, waterHyacinth, wetland } from './litoral.ts'
import { alpineRose, aurora, fjord } from './nordic.ts'
import { calafate, glacier, road, volcano } from './patagonia.ts'
import type { Motif } from './place.ts'
import { marshLight, storm, wheat, wovenBand } from './plains.ts'
import { accordion, canoe, lapacho } from './river.ts'

export type MotifName = keyof typeof all

const all = {
  accordion,
  alpineRose,
  aurora,
  caiman,
  calafate,
  canoe,
  caravan,
  cardones,
  crespin,
  fjord,
  glacier,
  hammock,
  lapacho,
  limes,
  marshLight,
  mate,
  passionFlower,
  pricklyPear,
  quebracho,
  road,
  storm,
  stripedRange,
  viper,
  volcano,
  waterHyacinth,
  wetland,
  wheat,
  windTree,
  wovenBand,
} satisfies Record<string, Motif>

export const motifs: Record<MotifName, Motif> = all
