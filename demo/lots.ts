import { NewLot } from '../src/contract/catalog/lots.ts'
import { addLotTest, changeLot, createLot, moveLotUnits } from '../src/server/catalog/lots/lots.ts'
import { dayOf } from '../src/server/days.ts'
import type { SessionUser } from '../src/server/http/caller.ts'
import { chooseOrderLots } from '../src/server/orders/delivery/order-lots.ts'
import type { Shop } from '../src/server/shop.ts'
import { changeClaim } from '../src/server/warranty/change-claim.ts'

interface DemoLot {
  code: string
  slug: string
  /** Days before today. */
  harvested: number
  /** Days after today. */
  expires: number
  isPublic: boolean
  isHeld: boolean
  note: string
  /** Units by seed count. */
  units: { seed_count: number; quantity: number }[]
  /** Days before today. */
  tests: { ago: number; sown: number; germinated: number }[]
}

const LOTS: DemoLot[] = [
  {
    code: 'PV-24B',
    slug: 'puna-violeta',
    harvested: 260,
    expires: 470,
    isPublic: true,
    isHeld: false,
    note: 'Estante 2',
    units: [
      { seed_count: 3, quantity: 9 },
      { seed_count: 5, quantity: 6 },
    ],
    tests: [
      { ago: 100, sown: 50, germinated: 48 },
      { ago: 18, sown: 50, germinated: 46 },
    ],
  },
  {
    code: 'PV-25A',
    slug: 'puna-violeta',
    harvested: 120,
    expires: 610,
    isPublic: true,
    isHeld: false,
    note: '',
    units: [{ seed_count: 3, quantity: 5 }],
    tests: [{ ago: 20, sown: 100, germinated: 97 }],
  },
  {
    code: 'VL-25A',
    slug: 'vidala-lima',
    harvested: 150,
    expires: 580,
    isPublic: false,
    isHeld: true,
    note: 'Repetir la prueba antes de ofrecerlo',
    units: [{ seed_count: 3, quantity: 2 }],
    tests: [{ ago: 5, sown: 40, germinated: 27 }],
  },
  {
    code: 'CZ-25A',
    slug: 'calafate-azul',
    harvested: 140,
    expires: 590,
    isPublic: true,
    isHeld: false,
    note: '',
    units: [{ seed_count: 5, quantity: 6 }],
    tests: [{ ago: 16, sown: 60, germinated: 57 }],
  },
  {
    code: 'CH-25B',
    slug: 'chamame-auto',
    harvested: 95,
    expires: 640,
    isPublic: true,
    isHeld: false,
    note: '',
    units: [{ seed_count: 5, quantity: 8 }],
    tests: [{ ago: 13, sown: 100, germinated: 91 }],
  },
  {
    code: 'SB-25A',
    slug: 'salar-blanco',
    harvested: 88,
    expires: 640,
    isPublic: true,
    isHeld: false,
    note: '',
    units: [{ seed_count: 3, quantity: 4 }],
    tests: [{ ago: 11, sown: 24, germinated: 22 }],
  },
  {
    code: 'TA-25A',
    slug: 'tormenta-de-agosto',
    harvested: 130,
    expires: 600,
    isPublic: true,
    isHeld: false,
    note: '',
    units: [{ seed_count: 3, quantity: 9 }],
    tests: [
      { ago: 60, sown: 50, germinated: 44 },
      { ago: 24, sown: 80, germinated: 74 },
    ],
  },
  {
    code: 'YM-25A',
    slug: 'yerba-y-miel',
    harvested: 84,
    expires: 690,
    isPublic: true,
    isHeld: false,
    note: '',
    units: [{ seed_count: 3, quantity: 4 }],
    tests: [],
  },
]

/** For the first lot: the indexes of an order packed from it and of a claim about it, with the claimed seeds. */
const TRACED = { order: 0, claim: 0, seeds_sown: 3, seeds_failed: 1 }

interface Filling {
  shopAt: (daysAgo: number) => Shop
  admin: SessionUser
  productOf: (slug: string) => { id: number; blisters: Map<number | string, number> }
  placed: number[]
  claimed: number[]
}

/** Lots of what is on sale; one of them was sold and claimed. */
export async function addLots({ shopAt, admin, productOf, placed, claimed }: Filling): Promise<void> {
  const day = (daysAgo: number) => dayOf(shopAt(daysAgo).now())
  const ids: number[] = []
  for (const { slug, ...lot } of LOTS) {
    const { id: product_id, blisters } = productOf(slug)
    const facts = { code: lot.code, is_public: lot.isPublic, note: lot.note }
    const days = { harvested_on: day(lot.harvested), expires_on: day(-lot.expires) }
    const { id } = await createLot({
      shop: shopAt(80),
      user: admin,
      body: NewLot.parse({ product_id, ...facts, ...days }),
    })
    for (const { seed_count, quantity } of lot.units) {
      const blister_id = blisters.get(seed_count) ?? 0
      await moveLotUnits({
        shop: shopAt(80),
        user: admin,
        params: { id },
        body: { blister_id, change: quantity, harvest: false },
      })
    }
    for (const { ago, ...seeds } of lot.tests)
      await addLotTest({
        shop: shopAt(ago),
        user: admin,
        params: { id },
        body: { tested_on: day(ago), ...seeds, method: 'Entre papeles' },
      })
    if (lot.isHeld) {
      const held = { public_note: '', state: 'held', is_recalled: false, version: 1 } as const
      await changeLot({ shop: shopAt(4), user: admin, params: { id }, body: { ...facts, ...days, ...held } })
    }
    ids.push(id)
  }
  const [traced] = LOTS
  const [order, claim, lot_id] = [placed[TRACED.order], claimed[TRACED.claim], ids[0]]
  if (!traced || order === undefined || claim === undefined || lot_id === undefined) return
  const blister_id = productOf(traced.slug).blisters.get(3) ?? 0
  await chooseOrderLots({
    shop: shopAt(72),
    user: admin,
    params: { id: order },
    body: { lines: [{ blister_id, lot_id, quantity: 1 }] },
  })
  const { seeds_sown, seeds_failed } = TRACED
  await changeClaim({
    shop: shopAt(58),
    user: admin,
    params: { id: claim },
    body: { lot_id, seeds_sown, seeds_failed },
  })
}
