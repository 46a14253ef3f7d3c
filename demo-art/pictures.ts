/** Every picture the demo shop needs: its name, how it is drawn, and the widths it is kept in. */
import { LANDSCAPES } from '../src/web/storefront/home/carousel-slides.ts'
import { trophies } from '../demo/trophies.ts'
import { type DemoProduct, frontOf, products } from '../demo/catalogue.ts'
import { banner, type BannerRequest } from './banner.ts'
import { glassOfWater, openedPack, seedTray } from './claim-photo.ts'
import { family } from './family.ts'
import { orderStep } from './order-step.ts'
import { guideStep } from './guide.ts'
import { brandmarks, logo } from './logo.ts'
import type { Metal } from './materials.ts'
import { type Article, type Colourway, merch } from './merch.ts'
import { packBack, type PackBackFacts } from './pack-back.ts'
import { pack } from './pack.ts'
import { nightPalettes, palettes } from './palettes.ts'
import { type Poster, posters } from './posters.ts'
import { seedMacro } from './seed-macro.ts'
import { emptyList, icon, sharePicture } from './social.ts'
import { awardsBanner, type Contest, contestLogo, trophy } from './trophy.ts'

export interface Picture {
  slug: string
  widths: number[]
  formats?: ('avif' | 'webp' | 'jpg' | 'png')[]
  /** Widths that are AVIF only: the few browsers that read only WebP get the next larger one. */
  withoutWebp?: number[]
  draw: () => string
  /** Shown by the site itself in any shop, not uploaded by the demo. */
  isOfSite?: boolean
}

/** Kept as they are drawn. */
export const vectors: Record<string, () => string> = {
  favicon: () => icon(true),
  vacio: emptyList,
}

export function pictures(): Picture[] {
  return [
    ...packs(),
    ...macros(),
    ...articles(),
    ...claimPhotos(),
    ...brandLogos(),
    ...banners().map((picture) => ({ ...picture, isOfSite: ofDefaultBanners.has(picture.slug) })),
    ...[...awards(), ...guide(), ...orderSteps(), ...shared()].map((picture) => ({
      ...picture,
      isOfSite: true,
    })),
  ]
}

const ofDefaultBanners = new Set(LANDSCAPES.flatMap((name) => [name, `${name}-movil`]))

const full = [320, 480, 640, 1000]
/** Of these only the product page shows the middle width. */
const secondary = { widths: [320, 640, 1000], withoutWebp: [640] }

function packs(): Picture[] {
  return products
    .filter(({ type }) => type !== 'merch')
    .flatMap((product) => {
      const facts = packFacts(product)
      return [
        { slug: product.slug, widths: full, draw: () => pack(facts) },
        { slug: `${product.slug}-dorso`, ...secondary, draw: () => packBack(facts) },
        ...product.blisters.slice(1).map(({ seed_count: seeds }) => ({
          slug: frontOf(product.slug, seeds),
          ...secondary,
          draw: () => pack({ ...facts, seeds }),
        })),
        ...families(product, facts),
      ]
    })
}

/** For varieties with several presentations. The one in the middle of three lies in front. */
function families({ slug, blisters }: DemoProduct, facts: PackBackFacts): Picture[] {
  const [small, middle, large] = blisters.map(({ seed_count }) => seed_count)
  if (small === undefined || middle === undefined) return []
  const counts = large === undefined ? [small, middle] : [small, large, middle]
  const ground = slug.length % 2 ? 'paper' : 'clay'
  return [{ slug: `${slug}-presentaciones`, ...secondary, draw: () => family(facts, counts, ground) }]
}

function packFacts(product: DemoProduct): PackBackFacts {
  const { slug, brand, name, genotype, thc, indica, sativa } = product
  const kind = product.limited_edition ? 'limited' : product.type === 'merch' ? 'fem' : product.type
  return {
    slug,
    brand,
    name,
    genotype,
    thc,
    indica,
    sativa,
    kind,
    poster: posterOf(slug),
    seeds: product.blisters[0]?.seed_count ?? 3,
    weeks: product.flowering_time.replace(' semanas', ' SEM'),
    rows: [
      ['Ciclo completo', product.completed_cicle],
      ['Altura interior', product.height_indoor],
      ['Altura exterior', product.height_outdoor],
      ['Rinde interior', product.yield_indoor],
    ],
  }
}

/** The photos of the demo's claims. */
function claimPhotos(): Picture[] {
  const opened = ['puna-violeta', 'lapacho-rosa', 'camalote-auto'].map((of) => {
    const slug = `reclamo-sobre-${of}`
    const product = products.find((each) => each.slug === of)
    if (!product) throw new Error(`The demo has no product ${of}`)
    return { slug, draw: () => openedPack(slug, packFacts(product)) }
  })
  const others = [
    { slug: 'reclamo-vaso-1', draw: () => glassOfWater('reclamo-vaso-1', 2) },
    { slug: 'reclamo-vaso-2', draw: () => glassOfWater('reclamo-vaso-2', 3) },
    { slug: 'reclamo-bandeja-1', draw: () => seedTray('reclamo-bandeja-1', [4]) },
    { slug: 'reclamo-bandeja-2', draw: () => seedTray('reclamo-bandeja-2', [0, 2, 7]) },
  ]
  return [...opened, ...others].map((each) => ({ ...each, widths: [480, 1200], formats: ['webp'] }))
}

function posterOf(slug: string): Poster {
  const poster = posters[slug]
  if (!poster) throw new Error(`${slug} has no poster`)
  return poster
}

function macros(): Picture[] {
  const shown = new Set(products.flatMap(({ images }) => images))
  const tinted = Object.entries(palettes)
    .map(([name, { ground }], i) => {
      const slug = `semilla-${name}`
      return { slug, ...secondary, draw: () => seedMacro(slug, ground, i % 2 ? 'paper' : 'clay') }
    })
    .filter(({ slug }) => shown.has(slug))
  return [
    ...tinted,
    {
      slug: 'nosotros-semillas',
      isOfSite: true,
      widths: [480, 800],
      draw: () => seedMacro('nosotros', '#22523C', 'paper', 1200, 1200),
    },
  ]
}

function articles(): Picture[] {
  const all: Article[] = ['remera', 'gorra', 'bolsa', 'taza', 'cuaderno']
  const colourways: Colourway[] = ['noche', 'cal']
  return all.flatMap((article) =>
    colourways.map((colourway) => ({
      slug: `merch-${article}-${colourway}`,
      widths: full,
      draw: () => merch(article, colourway),
    })),
  )
}

function banners(): Picture[] {
  const landscapes: Pick<BannerRequest, 'slug' | 'palette' | 'look' | 'motif' | 'sprouting' | 'words'>[] = [
    { slug: 'banner-otono', palette: palettes.litoral },
    { slug: 'banner-otono-noche', palette: nightPalettes.litoral, look: 'moon' },
    { slug: 'banner-luz-mala', palette: palettes.noche, look: 'moon', motif: 'marshLight' },
    { slug: 'banner-garantia', palette: palettes.puna, motif: 'cardones', sprouting: true },
    {
      slug: 'banner-garantia-noche',
      palette: nightPalettes.puna,
      look: 'moon',
      motif: 'cardones',
      sprouting: true,
    },
    {
      slug: 'banner-siesta',
      palette: palettes.esteros,
      motif: 'wetland',
      words: {
        kicker: 'AUTOMÁTICAS',
        title: ['DIEZ SEMANAS', 'DE SIESTA'],
        sub: 'De semilla a cosecha, sin mirar el reloj',
      },
    },
    {
      slug: 'banner-lapacho',
      palette: palettes.lapacho,
      motif: 'lapacho',
      words: {
        kicker: 'EDICIONES LIMITADAS',
        title: ['LAPACHO ROSA', 'Y LUZ MALA'],
        sub: 'Pocas cajas, numeradas a mano',
      },
    },
    {
      slug: 'banner-madres',
      palette: palettes.litoral,
      words: {
        kicker: 'COSECHA DE OTOÑO',
        title: ['DIEZ AÑOS', 'ELIGIENDO MADRES'],
        sub: 'Semillas del litoral, la puna y la cordillera',
      },
    },
  ]
  return landscapes.flatMap((landscape) => [
    {
      slug: landscape.slug,
      widths: [1280, 1920],
      draw: () => banner({ ...landscape, width: 1920, height: 620 }),
    },
    {
      slug: `${landscape.slug}-movil`,
      widths: [480, 750],
      draw: () => banner({ ...landscape, width: 750, height: 900 }),
    },
  ])
}

const contests: Record<string, Contest> = {
  'copa-del-litoral': 'litoral',
  'noche-de-las-geneticas': 'noche',
  'feria-semillera-del-sur': 'semillera',
  'encuentro-andino': 'andino',
}

const metals: Record<number, Metal> = { 1: 'gold', 2: 'silver', 3: 'bronze' }

function awards(): Picture[] {
  const cups = trophies.flatMap((award) => {
    const slug = slugOf(award.picture)
    const contest = contests[slug] ?? 'litoral'
    const metal = metals[award.place] ?? 'gold'
    return [
      {
        slug,
        widths: [320, 640],
        draw: () => trophy({ ...award, slug, place: `${award.place}º`, metal, contest }),
      },
      { slug: slugOf(award.logo), widths: [192], draw: () => contestLogo(contest) },
    ]
  })
  return [
    ...cups,
    { slug: 'trofeos', widths: [1280, 1920], draw: () => awardsBanner(1920, 480) },
    { slug: 'trofeos-movil', widths: [480, 768], draw: () => awardsBanner(768, 640) },
  ]
}

/** 'copa' of '/pictures/copa/640.webp' */
function slugOf(address: string | null): string {
  return address?.split('/')[2] ?? ''
}

function brandLogos(): Picture[] {
  return brandmarks.map((mark) => ({ slug: mark.slug, widths: [96, 192, 600], draw: () => logo(mark) }))
}

/** Of the home page; without words, so true for every shop. */
function orderSteps(): Picture[] {
  return (['elegir', 'reservar', 'recibir'] as const).map((step) => ({
    slug: `pedir-${step}`,
    widths: [480, 960],
    draw: () => orderStep(step),
  }))
}

function guide(): Picture[] {
  const steps = ['aclimatar', 'agua', 'remojo', 'sembrar'] as const
  return steps.map((step, i) => ({
    slug: `guia-${i + 1}-${step}`,
    widths: [320, 640],
    draw: () => guideStep(step),
  }))
}

function shared(): Picture[] {
  return [
    { slug: 'compartir', widths: [1200], formats: ['jpg'], draw: sharePicture },
    { slug: 'icono', widths: [180], formats: ['png'], draw: () => icon(false) },
  ]
}
