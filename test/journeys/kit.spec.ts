import type { Page } from '@playwright/test'
import { inScope } from '../support/scope.ts'
import { migratedPlace } from '../support/databases/embedded-dump.ts'
import { startServer } from '../support/servers/start-server.ts'
import { axeViolations, widerBy } from './axe.ts'
import { expectAccessibleAtAllSizes, expectColoursInDark, seen, smallTargets, STRICT } from './looks.ts'
import { confirmedAge, expect, leaveAndStop, test } from './stories.ts'

const KIT = '/admin/kit'

test('the page of the ui kit is accessible in every state, with its dialogs too', async ({ page }) => {
  await inScope(async (scope) => {
    const shop = await startServer(scope, await migratedPlace(scope), {
      args: ['--dev'],
      env: { NODE_ENV: 'development' },
    })
    await confirmedAge(page)
    await page.goto(shop.url + KIT)
    const isOn = page.getByRole('switch', { name: 'Encendido o apagado' })
    // Vite compiles the sources at the first visit, so hydration is late.
    await expect(async () => {
      await isOn.click()
      await expect(isOn).toHaveAttribute('aria-checked', 'false', { timeout: 500 })
    }).toPass()
    await expectAccessibleAtAllSizes(page)
    await expectColoursInDark(page)
    for (const name of [
      'Diálogo',
      'Pregunta peligrosa, con error',
      'Borrar con nombre',
      'Dos personas editaron',
    ]) {
      await page.getByRole('button', { name, exact: true }).click()
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await expectGoodDialog(page)
      await page.keyboard.press('Escape')
    }
    await leaveAndStop(page, shop)
  })
})

/** An open dialog; the page behind it has been looked at. */
async function expectGoodDialog(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [320, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 640 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await axeViolations(page, STRICT, 'dialog[open]'), `${width} ${colorScheme}`).toEqual([])
    const { wider, small } = await seen(page, { wider: widerBy, small: smallTargets })
    expect(wider, `sideways scroll at ${width}`).toBeLessThanOrEqual(0)
    expect(small, `too small to touch at ${width}`).toEqual([])
  }
}

test('the built site has no page of the ui kit', async ({ page }) => {
  await page.goto(KIT)
  await expect(page.getByRole('heading', { name: 'Piezas', level: 1 })).toHaveCount(0)
})
