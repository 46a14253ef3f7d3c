import type { Page } from '@playwright/test'
import { answersOf } from './answers.ts'
import { expectAccessibleAtAllSizes } from './looks.ts'
import { isUpright, phonePhoto, photo } from './photos.ts'
import { confirmedAge, DESK, expect, forgive, PHONE, test } from './stories.ts'

test.use({ viewport: DESK })
test.beforeEach(({ page }) => confirmedAge(page))

/** Opens the last step of a claim without an account. */
async function writeClaim(page: Page): Promise<void> {
  await page.goto('/garantia')
  await page.getByLabel('Nombre').fill('Hernán Acosta')
  await page.getByLabel('Email').fill('hernan.acosta@correo.example')
  await page
    .getByLabel('Fecha de compra')
    .fill(new Date(Date.now() - 12 * 86_400_000).toISOString().slice(0, 10))
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await page.getByLabel('Nombre del producto').fill('Lapacho Rosa X3')
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await page.getByLabel('Descripción').fill('Ninguna abrió.')
}

/** Dispatches the drop or paste event of a browser, with files. */
async function hand(page: Page, kind: 'drop' | 'paste', target: string, files: string[]): Promise<void> {
  const pictures = await Promise.all(
    files.map(async (colour) => (await photo(colour)).buffer.toString('base64')),
  )
  await page.evaluate(
    ({ kind, target, pictures }) => {
      const data = new DataTransfer()
      for (const [place, text] of pictures.entries()) {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
        data.items.add(new File([bytes], `foto-${place}.jpg`, { type: 'image/jpeg' }))
      }
      const of = { bubbles: true, cancelable: true }
      const event =
        kind === 'drop'
          ? new DragEvent('drop', { ...of, dataTransfer: data })
          : new ClipboardEvent('paste', { ...of, clipboardData: data })
      document.querySelector(target)?.dispatchEvent(event)
    },
    { kind, target, pictures },
  )
}

test('photos can be chosen, dropped and pasted', async ({ page }) => {
  await writeClaim(page)
  await expect(page.getByText('También podés arrastrarlas o pegarlas.')).toBeVisible()
  await expect(page.getByLabel('Sacar foto Blister')).toBeHidden()
  await hand(page, 'drop', '.photo-slot:nth-of-type(2)', ['#284'])
  await expect(page.getByAltText('Foto Proceso')).toBeVisible()
  // The pasted photo fills the first empty slot.
  await hand(page, 'paste', '#reclamo-descripcion, textarea', ['#248'])
  await expect(page.getByAltText('Foto Blister')).toBeVisible()
  await hand(page, 'paste', 'body', ['#842'])
  await expect(page.getByAltText('Foto Resultado')).toBeVisible()
  await expect(page.getByText('Subida', { exact: true })).toHaveCount(3)
  await expect(page.getByLabel('Descripción')).toHaveValue('Ninguna abrió.')
  await hand(page, 'paste', 'body', ['#111'])
  await expect(page.getByText('Hasta 3 fotos').first()).toBeVisible()
  await expect(page.getByText('Subida', { exact: true })).toHaveCount(3)
  await expectAccessibleAtAllSizes(page)
})

/** Milliseconds from the choice of files to each upload. */
function uploadsAfterChoice(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const chosen = performance.getEntriesByName('chosen')[0]?.startTime ?? 0
    const uploads = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('/api/uploads/'))
    return uploads.map(({ startTime }) => Math.round(startTime - chosen))
  })
}

test('photos of a phone are made smaller and stay upright, several at once', async ({ page }, testInfo) => {
  const code: string[] = []
  const sent: Promise<{ requestBodySize: number }>[] = []
  page.on('request', (request) => {
    if (/make-smaller|smaller-worker/.test(request.url())) code.push(request.url())
  })
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/api/uploads/')) sent.push(request.sizes())
  })
  const stored: { secure_url: string; width: number; height: number }[] = []
  page.on('response', async (answer) => {
    if (answer.url().endsWith('/api/uploads/')) stored.push((await answer.json()) as (typeof stored)[number])
  })
  const one = await phonePhoto()
  const photos = [one, { ...one, name: 'IMG_0002.jpg' }, { ...one, name: 'IMG_0003.jpg' }]
  expect(one.buffer.length).toBeGreaterThan(5_242_880)
  await writeClaim(page)
  expect(code).toEqual([])
  await page.evaluate(() => document.addEventListener('change', () => performance.mark('chosen'), true))
  await page.getByLabel('Elegir foto Blister').setInputFiles(photos)
  await expect(page.getByText('Subida', { exact: true })).toHaveCount(3, { timeout: 60_000 })
  for (const { requestBodySize } of await Promise.all(sent)) expect(requestBodySize).toBeLessThan(2_000_000)
  for (const { secure_url, width, height } of stored) {
    expect(width).toBe(1600)
    expect(Math.abs(height - (width * 4) / 3)).toBeLessThan(3)
    const picture = await page.request.get(secure_url)
    expect(await isUpright(await picture.body())).toBe(true)
  }
  const description = (await uploadsAfterChoice(page)).join(', ')
  testInfo.annotations.push({ type: 'milliseconds from the choice to each upload', description })
})

test('a browser that cannot make photos smaller says what the shop says', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'))
  await writeClaim(page)
  await page.getByLabel('Elegir foto Blister').setInputFiles(await phonePhoto())
  await expect(page.getByText('La imagen no debe superar los 5MB').first()).toBeVisible()
  await expect(page.getByAltText('Foto Blister')).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test('the photo input asks for the rear camera', async ({ page }) => {
    await writeClaim(page)
    const camera = page.getByLabel('Sacar foto Resultado')
    await expect(page.locator('label').filter({ hasText: 'Sacar foto Resultado' })).toBeVisible()
    await expect(camera).toHaveAttribute('capture', 'environment')
    await expect(camera).toHaveAttribute('accept', /image\/jpeg/)
    await camera.setInputFiles(await photo('#875'))
    await expect(page.getByAltText('Foto Resultado')).toBeVisible()
    await expect(page.getByText('Subida', { exact: true })).toHaveCount(1)
    await expect(page.getByText('También podés arrastrarlas o pegarlas.')).toBeHidden()
  })
})

test('too many requests: the claim says how long to wait, and a later attempt succeeds', async ({
  page,
  complaints,
}) => {
  const shop = await answersOf(page)
  const tooMany = {
    error: 'Demasiadas solicitudes. Esperá un momento y probá de nuevo.',
    code: 'TOO_MANY_REQUESTS',
  }
  await page.clock.install()
  await writeClaim(page)
  await page.getByLabel('Elegir foto Blister').setInputFiles(await photo('#284'))
  await expect(page.getByText('Subida', { exact: true })).toHaveCount(1)
  await shop.say(/^\/warranty-claims/, tooMany, 429, { 'retry-after': '95' })
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(page.getByText(tooMany.error).first()).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^Volver a enviar en 1:\d\d$/)
  await expect(page.getByRole('button', { name: 'Enviar solicitud' })).toBeDisabled()
  await expect(page.getByLabel('Descripción')).toHaveValue('Ninguna abrió.')
  await page.clock.runFor(96_000)
  await expect(page.getByRole('timer')).toHaveCount(0)
  await shop.letGo()
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(page.getByText('Solicitud enviada con éxito')).toBeVisible()
  forgive(complaints, /status of 429/)
})
