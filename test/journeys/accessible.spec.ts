import { confirmedAge, DESK, expect, expectAccessible, PHONE, test } from './stories.ts'

const SCREENS = [
  '/',
  '/productos',
  '/productos?category=automaticas',
  '/productos?search=nadaquesellameasi',
  '/merch',
  '/producto/1',
  '/producto/999999',
  '/trofeos',
  '/carrito',
  '/login',
]
const NARROW = { width: 320, height: 640 }

for (const [name, viewport, scheme] of [
  ['360 light', PHONE, 'light'],
  ['1280 dark', DESK, 'dark'],
  ['320 dark', NARROW, 'dark'],
] as const) {
  test.describe(name, () => {
    test.use({ viewport, colorScheme: scheme })

    for (const screen of SCREENS) {
      test(`axe finds nothing on ${screen}`, async ({ page }) => {
        await confirmedAge(page)
        await page.goto(screen)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await expectAccessible(page)
      })
    }

    test('axe finds nothing on the age gate', async ({ page }) => {
      await page.goto('/')
      await expect(page.getByRole('button', { name: 'Soy mayor de 18' })).toBeVisible()
      await expectAccessible(page)
    })
  })
}

test('without motion nothing moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await confirmedAge(page)
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
})
