import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { asAdmin } from './people.ts'
import { photo } from './photos.ts'
import { arriveAs, DESK, expect, expectAccessible, test } from './stories.ts'

/** The lowest contrast that the form allows. */
const LOOK = {
  'Acento, claro': '#9a3412',
  'Fondo, claro': '#e7e0d2',
  'Acento, oscuro': '#d97706',
  'Fondo, oscuro': '#1f1a2e',
}
/** What own colours can break. */
const READABLE = ['color-contrast', 'link-in-text-block']
/** On a desk these show every pair of colours that axe finds on the others, and on all of them at a phone's size. */
const PAGES = ['/', '/producto/1', '/panel/productos', '/panel/identidad']

/** The shop as it was, also when the journey fails: others measure the default theme. */
let before: object
test.beforeEach(async ({ request }) => {
  await asAdmin(request, async (headers) => {
    const { version: _, ...all } = (await (await request.get('/api/settings/all/', { headers })).json()) as {
      version: number
    }
    before = all
  })
})
test.afterEach(async ({ request }) => {
  const saved = await asAdmin(request, (headers) => request.put('/api/settings/', { headers, data: before }))
  expect(saved.status(), await saved.text()).toBe(200)
})

test.use({ viewport: DESK })

test('a shop in its own colours is readable in both schemes', async ({ page }) => {
  await arriveAs(page, 'admin', '/panel/identidad')
  await expect(page.getByRole('heading', { level: 1, name: 'Identidad' })).toBeVisible()
  await test.step('a colour that cannot be read is refused', () => refused(page))
  await test.step('the guide gets a step of its own', () => ownGuide(page))
  for (const [label, colour] of Object.entries(LOOK)) await page.getByLabel(label).first().fill(colour)
  await page.getByLabel('Letra de los títulos').selectOption('Faustina cursiva')
  await test.step('a hostile logo is refused, a drawing taken', () => logo(page))
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('Identidad guardada').first()).toBeVisible()
  await test.step('visitors read it', () => readGuide(page))
  for (const address of PAGES) {
    await test.step(address, async () => {
      await page.goto(address)
      expect(await primaryOf(page)).toBe(LOOK['Acento, claro'])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        expect(await axeViolations(page, { runOnly: READABLE })).toEqual([])
      }
      await page.emulateMedia({ colorScheme: 'light' })
    })
  }
})

async function ownGuide(page: Page): Promise<void> {
  await page.getByText('Editar los pasos del pedido (3)').click()
  await page.getByRole('group', { name: 'Paso del pedido 1' }).getByLabel('Título').fill('Pedís')
  await page.getByLabel('Puntos de la garantía').fill('Cubre la raíz\nNada más')
  await page.getByText('Editar los pasos de la guía (4)').click()
  await page.getByRole('button', { name: 'Agregar paso de la guía' }).click()
  const added = page.getByRole('group', { name: 'Paso de la guía 5' })
  await added.getByLabel('Dato (opcional)').fill('80 días')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('El título del paso es requerido').first()).toBeVisible()
  // The refused colour is still there.
  await expectAccessible(page, 'main')
  await added.getByLabel('Título').fill('Cosechar')
  await added.getByLabel('Para marcar').fill('Tricomas lechosos')
  const arrive = await holdUpload(page)
  await added.locator('input[type=file]').setInputFiles(await photo('#345', 'cosecha.jpg'))
  await page.getByRole('button', { name: 'Subir el paso de la guía 5' }).click()
  const moved = page.getByRole('group', { name: 'Paso de la guía 4' })
  await expect(moved.getByLabel('Título')).toHaveValue('Cosechar')
  await expect(page.getByRole('button', { name: 'Subir el paso de la guía 4' })).toBeFocused()
  const pictureBelow = await added.locator('img').getAttribute('src')
  arrive()
  await expect(moved.locator('img')).toHaveAttribute('src', /^\/media\//)
  await expect(added.locator('img')).toHaveAttribute('src', pictureBelow ?? '')
  await removeByDoubleClick(page)
}

/** Holds the next upload until the returned function is called. */
async function holdUpload(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/uploads/', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Of two empty items at the end, a double click removes one. */
async function removeByDoubleClick(page: Page): Promise<void> {
  await page.getByText('Editar los trofeos (4)').click()
  for (let more = 0; more < 2; more += 1) await page.getByRole('button', { name: 'Agregar trofeo' }).click()
  const remove = page.getByRole('button', { name: 'Quitar el trofeo 5' })
  await remove.dblclick()
  await expect(page.getByText('Editar los trofeos (5)')).toBeVisible()
  await remove.click()
  await expect(page.getByText('Editar los trofeos (4)')).toBeVisible()
}

async function readGuide(page: Page): Promise<void> {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 3, name: 'Pedís' })).toBeVisible()
  await page.goto('/como-germinar')
  const notice = page.getByRole('dialog', { name: 'Aviso de garantía' })
  await expect(notice.getByRole('listitem')).toHaveText(['Cubre la raíz', 'Nada más'])
  await notice.getByRole('button', { name: 'Entendido, continuar' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Paso 4: Cosechar' })).toBeVisible()
  await expect(page.getByLabel('Tricomas lechosos')).toBeVisible()
}

async function refused(page: Page): Promise<void> {
  await page.getByLabel('Acento, claro').first().fill('#f2a7c3')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('El contraste queda en 1,4:1; hace falta 4,5:1.').first()).toBeVisible()
}

async function logo(page: Page): Promise<void> {
  const file = (inside: string) => ({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100">${inside}</svg>`),
  })
  const choose = page.locator('input[type=file]#identity-logo')
  await choose.setInputFiles(file('<script>alert(1)</script>'))
  await expect(page.getByText('El SVG tiene «script», que acá no se usa.').first()).toBeVisible()
  await choose.setInputFiles(file('<path d="M0 0h300v100z" fill="#9a3412"/>'))
  await expect(page.getByText('Imagen subida exitosamente').first()).toBeVisible()
}

function primaryOf(page: Page): Promise<string> {
  return page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--primary').trim().toLowerCase(),
  )
}
