import { answersOf, walk } from './answers.ts'
import { confirmedAge, DESK, expect, signIn, test } from './stories.ts'

/** The preference for reduced motion. */
test.use({ viewport: DESK })

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing moves, also while loading', async ({ page }) => {
    const shop = await answersOf(page)
    // The first visit, with gate and loader.
    await page.goto('/')
    expect(await page.evaluate(moving)).toEqual([])
    await page.getByRole('button', { name: 'Soy mayor de 18' }).click()
    for (const address of [
      '/productos',
      '/producto/17',
      '/trofeos',
      '/como-germinar',
      '/carrito',
      '/login',
    ]) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate(moving), address).toEqual([])
    }
    await shop.hold(/^\/(products|auth)/)
    await signIn(page, 'tomas_quiroga')
    await expect(page.locator('[aria-busy=true]').first()).toBeVisible()
    expect(await page.evaluate(moving), 'a busy button').toEqual([])
    await walk(page, '/productos?category=regulares')
    await expect(page.getByRole('main').getByText('Cargando…').first()).toBeAttached()
    expect(await page.evaluate(moving), 'places for what is to come').toEqual([])
    await shop.letGo()
  })
})

/** Animations and transitions that are running now. Runs in the page. */
function moving(): string[] {
  return document
    .getAnimations()
    .filter(
      (one) => one.playState === 'running' && Number(one.effect?.getComputedTiming().activeDuration) > 1,
    )
    .map((one) => {
      const target = one.effect instanceof KeyframeEffect ? one.effect.target : null
      return `${one instanceof CSSAnimation ? one.animationName : 'transition'} of ${target?.className ?? 'something'}`
    })
}

test('the carousel moves only without the preference for reduced motion', async ({ page }) => {
  await confirmedAge(page)
  await page.clock.install()
  for (const [reducedMotion, place] of [
    ['reduce', '1 / 3'],
    ['no-preference', '2 / 3'],
  ] as const) {
    await page.emulateMedia({ reducedMotion })
    await page.goto('/')
    const carousel = page.getByRole('region', { name: 'Novedades' })
    await expect(
      carousel.getByRole('button', { name: reducedMotion === 'reduce' ? /^Reproducir/ : /^Pausar/ }),
    ).toBeVisible()
    await page.clock.runFor(8_000)
    await expect(carousel.getByText(place)).toBeVisible()
  }
})
