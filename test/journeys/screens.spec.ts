import { isDrawn } from '../support/whole.ts'
import { expectGoodLooks } from './every-look.ts'
import { arriveAsViewer, fillForLooks } from './screens-filled.ts'
import { SEEN_BY, screensOf, type Viewer } from './screens.ts'
import { expectStill, settled, watched } from './stillness.ts'
import { DESK, test } from './stories.ts'

/** Every screen: nothing moves while it loads on a desk; then its accessibility and layout. */
test.use({ viewport: DESK })
test.describe.configure({ mode: 'parallel', timeout: 300_000 })

/** Screens a test: more of them end together. */
const PART = 10

const PARTS = (Object.keys(SEEN_BY) as Viewer[]).flatMap((viewer) => {
  const screens = screensOf(viewer).filter(({ address }) => isDrawn(address, 3))
  return Array.from({ length: Math.ceil(screens.length / PART) }, (_, part) => ({
    viewer,
    screens: screens.slice(part * PART, (part + 1) * PART),
  }))
})

for (const { viewer, screens } of PARTS) {
  test(`every ${viewer} can see and press: ${screens.map(({ address }) => address).join(' ')}`, async ({
    page,
    request,
  }) => {
    await fillForLooks(request)
    await watched(page, DESK.width)
    await arriveAsViewer(page, viewer)
    for (const { address, open } of screens) {
      await test.step(address, async () => {
        await page.setViewportSize(DESK)
        await page.goto(address)
        await expectStill(page, `${address} at ${DESK.width}`)
        if (open) {
          await open(page)
          await settled(page)
        }
        await expectGoodLooks(page, address)
      })
    }
  })
}
