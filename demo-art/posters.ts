/** The poster of each variety: its own colours, motif, horizon, sun or moon, and leaf. No two are alike. */
import type { MotifName } from './motifs/motifs.ts'
import type { Palette } from './palettes.ts'
import type { Disc, Relief } from './scene.ts'
import type { DiscLook } from './sky.ts'

export interface Poster {
  palette: Palette
  motif: MotifName
  relief: Relief
  /** Where the far ridge stands, as a fraction of the height: 0.45 to 0.72. */
  horizon: number
  disc: Disc
  leaf: LeafPlace
  /** Drawn as given, then turned over, so that the leaf stands on the other side. */
  isMirrored?: boolean
}

interface LeafPlace {
  fingers: 5 | 7 | 9
  /** Where the stem begins, as fractions of the picture. */
  x: number
  y: number
  /** In pixels of the pack's landscape. */
  radius: number
  degrees: number
}

type Land = readonly [motif: MotifName, relief: Relief, horizon: number]
type DiscPlace = readonly [look: DiscLook, x: number, y: number, radius: number]
type LeafShape = readonly [fingers: 5 | 7 | 9, x: number, y: number, radius: number, degrees: number]

function poster(land: Land, disc: DiscPlace, leaf: LeafShape, colours: string): Poster {
  const [motif, relief, horizon] = land
  const [
    sky = '',
    skyTop = '',
    light = '',
    shade = '',
    far = '',
    middle = '',
    near = '',
    dark = '',
    vein = '',
  ] = colours.split(' ').map((colour) => `#${colour}`)
  return {
    palette: { sky, skyTop, light, shade, hills: [far, middle, near], leaf: dark, vein },
    motif,
    relief,
    horizon,
    disc: { look: disc[0], x: disc[1], y: disc[2], radius: disc[3] },
    leaf: { fingers: leaf[0], x: leaf[1], y: leaf[2], radius: leaf[3], degrees: leaf[4] },
  }
}

const mirrored = (...[land, disc, leaf, colours]: Parameters<typeof poster>): Poster => ({
  ...poster(land, disc, leaf, colours),
  isMirrored: true,
})

/**
 * By slug. The colours are those of the sky below and above, of its light, of the shade, of the far, middle and near
 * hills, and of the leaf and its veins.
 */
export const posters: Record<string, Poster> = {
  'puna-violeta': poster(
    ['cardones', 'rolling', 0.58],
    ['sun', 0.6, 0.36, 0.24],
    [7, 0.56, 0.88, 390, 0],
    'E9B9A0 6C4A8C F7D774 2C1836 8C5A86 5F3B6E 3A2450 2B1B3D B58AC9',
  ),
  'siesta-litoral': poster(
    ['hammock', 'shore', 0.56],
    ['sun', 0.64, 0.34, 0.25],
    [7, 0.67, 0.88, 350, 5],
    'F3D9B0 E58E57 C8342B 3C1512 6F9A72 2F6B4F 1B4D35 10231B 6FA37A',
  ),
  'luz-mala': poster(
    ['marshLight', 'rolling', 0.62],
    ['moon', 0.33, 0.33, 0.26],
    [7, 0.6, 0.9, 380, 3],
    '16324A 0A1524 F6E7B4 050B14 22536B 17394F 0E2535 5FB38A 0E3B2C',
  ),
  'vidala-lima': mirrored(
    ['limes', 'rolling', 0.68],
    ['plain', 0.7, 0.36, 0.27],
    [9, 0.66, 0.92, 400, 4],
    'FBF6C8 B9CF4A FFF6B0 1F3510 A8C24A 6E9A35 2F5A2A 173A1F CBE58A',
  ),
  'mburucuya-33': poster(
    ['passionFlower', 'rolling', 0.55],
    ['rings', 0.7, 0.28, 0.17],
    [9, 0.69, 0.92, 370, 6],
    'FBE3C8 F0A35E FFF2D6 3A1238 C7758A 8A3F6E 4C2350 2A1238 D79BD0',
  ),
  'tormenta-de-agosto': poster(
    ['storm', 'flat', 0.7],
    ['plain', 0.2, 0.6, 0.17],
    [7, 0.66, 0.94, 350, 4],
    'C9CFDB 3A4260 F3D67A 10142A 66708F 414A6B 232A45 131A2E 9EB0DD',
  ),
  'ceniza-de-domuyo': mirrored(
    ['volcano', 'jagged', 0.66],
    ['plain', 0.72, 0.4, 0.19],
    [5, 0.7, 0.92, 320, 6],
    'E9DED6 8E8C96 E0522F 1B1418 8C8A90 5E5C66 33323C 1D1C24 B9B4BE',
  ),
  'camalote-auto': mirrored(
    ['waterHyacinth', 'shore', 0.47],
    ['rings', 0.36, 0.24, 0.16],
    [7, 0.63, 0.84, 330, -4],
    'FBE8B8 5FB0A6 F4C04A 0A302E 7DBA9A 3C8C7C 1B5B58 0C3A33 8ED6B4',
  ),
  arrope: mirrored(
    ['pricklyPear', 'rolling', 0.52],
    ['bars', 0.62, 0.34, 0.27],
    [7, 0.6, 0.9, 350, 2],
    'F7D9A4 E0934E FFF0C2 3A140C C4683F 8A3A2C 4A1D1C 2B1410 E0A06A',
  ),
  'lapacho-rosa': poster(
    ['lapacho', 'rolling', 0.64],
    ['plain', 0.68, 0.3, 0.22],
    [5, 0.7, 0.92, 330, 8],
    'FBE1DC C75F8C FFF1D8 4A1230 A9527A 6E2F5B 3F1A3C 2A1230 F0A6C4',
  ),
  'norte-grande-regular': poster(
    ['stripedRange', 'rolling', 0.46],
    ['sun', 0.3, 0.22, 0.15],
    [9, 0.5, 0.94, 360, 0],
    'CFE8E4 2E8FA5 FFE9A8 3A120C D98C5A A94A36 5A2320 2A1410 F0B070',
  ),
  'noche-de-esteros': mirrored(
    ['caiman', 'shore', 0.5],
    ['moon', 0.28, 0.4, 0.23],
    [7, 0.66, 0.88, 350, 4],
    '57508C 14123A F5C98A 0A0A1C 3A3768 262450 1B1A40 0B0C1E A9A6F0',
  ),
  'yarara-del-monte': mirrored(
    ['viper', 'rolling', 0.6],
    ['rings', 0.68, 0.36, 0.2],
    [9, 0.69, 0.92, 380, 6],
    'F1E9B0 8FA23C D96A2B 1A2410 7C8C3A 4A5F2A 2C451F 14230F B5C46A',
  ),
  'zonda-express': poster(
    ['windTree', 'rolling', 0.69],
    ['plain', 0.66, 0.4, 0.24],
    [5, 0.72, 0.93, 350, 12],
    'F8DDB0 E0853E FFF4D0 3A1D12 D9A05A B06A34 6E3A20 3A1D12 F0C08A',
  ),
  'pampa-gringa': mirrored(
    ['wheat', 'flat', 0.63],
    ['rings', 0.55, 0.46, 0.2],
    [9, 0.62, 0.9, 370, 2],
    'F9EBC4 5FA5BC F2A93B 4A3510 E2C060 C2942F 7A5A1C 33380F E8D48A',
  ),
  'glaciar-mentol': mirrored(
    ['glacier', 'jagged', 0.5],
    ['plain', 0.4, 0.18, 0.11],
    [7, 0.6, 0.92, 350, -3],
    'E8F6F2 58A9BE FFFBE6 0C3448 8FBFD0 4F8FAB 1E5A78 0E3B3C 9FE0CF',
  ),
  'ruta-40-auto': poster(
    ['road', 'flat', 0.56],
    ['bars', 0.36, 0.42, 0.24],
    [5, 0.6, 0.9, 320, 4],
    'FBD9A0 D9573E FBF0C8 22182A 8A5A6E 5F4058 46344C 22182A F0A878',
  ),
  'kverna-kompakt': mirrored(
    ['fjord', 'jagged', 0.6],
    ['plain', 0.5, 0.26, 0.12],
    [5, 0.66, 0.9, 310, 5],
    'F7E6D2 5586A8 FFD06A 0E1C30 9FB4CC 4A6488 23385A 12243E A6C4E8',
  ),
  nordlys: poster(
    ['aurora', 'rolling', 0.71],
    ['polar', 0.2, 0.2, 0.08],
    [7, 0.62, 0.93, 370, 0],
    '2F7A68 0B1F36 E8F7D8 04101A 1F524E 143A3C 082222 081C22 7DF0C0',
  ),
  fjellrose: mirrored(
    ['alpineRose', 'jagged', 0.49],
    ['polar', 0.62, 0.22, 0.14],
    [7, 0.68, 0.92, 350, 7],
    'FDE9E4 E59A9A FFF7EA 2C2148 C8B4D0 8E78A8 544670 2C2148 E9B8CE',
  ),
  'quebracho-viejo': mirrored(
    ['quebracho', 'flat', 0.67],
    ['plain', 0.66, 0.4, 0.28],
    [7, 0.7, 0.93, 340, 7],
    'F2C9A0 B5402C F4E2B0 2A0E0A 9A5A3C 6A3426 3F1C16 1F0E0C D98C5E',
  ),
  'salar-blanco': poster(
    ['caravan', 'shore', 0.45],
    ['sun', 0.64, 0.21, 0.13],
    [9, 0.58, 0.93, 350, 0],
    'E3F1F8 3F78C0 FFF6DA 1E2E5A 8FA9D4 6C86B4 F4F6F7 1E2E5A C6D6F4',
  ),
  'chamame-auto': poster(
    ['accordion', 'rolling', 0.61],
    ['rings', 0.66, 0.36, 0.18],
    [7, 0.71, 0.9, 340, 9],
    'FBD38A E4572E FFF0B8 0A2530 2E7F86 1D5862 0F3540 0A2530 7ED0D0',
  ),
  'calafate-azul': mirrored(
    ['calafate', 'jagged', 0.65],
    ['plain', 0.72, 0.3, 0.16],
    [7, 0.68, 0.92, 340, 5],
    'F8E8EE 7F74BE FBD98A 141A3E 8A9AC8 4E5F9A 26336A 1A2350 A9BAF0',
  ),
  'yerba-y-miel': poster(
    ['mate', 'rolling', 0.57],
    ['rings', 0.68, 0.38, 0.21],
    [9, 0.68, 0.92, 360, 5],
    'FCE7A4 E9A820 FFF8DC 22300F B0A23C 6E7A2A 37501F 1E3A18 CBD67A',
  ),
  'crespin-auto': mirrored(
    ['crespin', 'rolling', 0.7],
    ['plain', 0.64, 0.42, 0.25],
    [5, 0.7, 0.93, 330, 6],
    'FCE9D4 F0987A FFF6DC 3A1F20 E0A878 B5744E 6E3F30 3A1F20 F5C09A',
  ),
  'cacique-regular': poster(
    ['wovenBand', 'flat', 0.59],
    ['plain', 0.58, 0.42, 0.26],
    [9, 0.62, 0.86, 350, 0],
    'F0DDB8 C98A4A A8201A 241010 9A6A44 6A4030 3A2220 1A1010 E0B48A',
  ),
  'rio-abajo': poster(
    ['canoe', 'shore', 0.53],
    ['plain', 0.3, 0.42, 0.17],
    [7, 0.64, 0.86, 340, -3],
    'FFE9C9 7CC0C8 F28A4A 0B3038 5FA08A 2F7A70 175058 0E3A40 86CFC0',
  ),
}
