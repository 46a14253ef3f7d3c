import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { products } from '../../../../demo/catalogue.ts'
import { openShop, type TestShop } from '../../../../test/support/open-shop.ts'

/** What a buyer types, and varieties of the demo that must, or must not, be found. */
const QUESTIONS: [question: string, finds: string, never?: string][] = [
  ['algo para dormir mejor', 'Noche de Esteros', 'Vidala Lima'],
  ['me cuesta dormir', 'Siesta Litoral', 'Zonda Express'],
  ['sueño', 'Noche de Esteros', 'Vidala Lima'],
  ['insomnio', 'Noche de Esteros', 'Vidala Lima'],
  ['que pegue mucho', 'Salar Blanco', 'Yerba y Miel'],
  ['la más fuerte', 'Salar Blanco', 'Yerba y Miel'],
  ['semillas para balcón', 'Kverna Kompakt', 'Remera Surbrote'],
  ['patio', 'Puna Violeta', 'Kverna Kompakt'],
  ['primera vez que cultivo', 'Arrope', 'Quebracho Viejo'],
  ['no tengo experiencia', 'Arrope', 'Quebracho Viejo'],
  ['principiante', 'Arrope', 'Quebracho Viejo'],
  ['indoor chico', 'Kverna Kompakt', 'Vidala Lima'],
  ['carpa 60x60', 'Kverna Kompakt', 'Norte Grande Regular'],
  ['cosecha rápida', 'Zonda Express', 'Vidala Lima'],
  ['pocas semanas de flora', 'Ceniza de Domuyo', 'Vidala Lima'],
  ['siete semanas', 'Ceniza de Domuyo', 'Vidala Lima'],
  ['exterior en Mendoza', 'Puna Violeta', 'Vidala Lima'],
  ['clima frío', 'Ceniza de Domuyo', 'Vidala Lima'],
  ['Bariloche', 'Ceniza de Domuyo', 'Vidala Lima'],
  ['plantas bajas', 'Kverna Kompakt', 'Vidala Lima'],
  ['que no crezca mucho', 'Kverna Kompakt', 'Vidala Lima'],
  ['con mucho CBD', 'Yerba y Miel', 'Luz Mala'],
  ['medicinal', 'Yerba y Miel', 'Luz Mala'],
  ['dolor', 'Yerba y Miel', 'Vidala Lima'],
  ['ansiedad', 'Siesta Litoral', 'Luz Mala'],
  ['para reírme con amigos', 'Mburucuyá 33', 'Noche de Esteros'],
  ['para estudiar', 'Vidala Lima', 'Noche de Esteros'],
  ['para pintar', 'Puna Violeta', 'Luz Mala'],
  ['energía', 'Vidala Lima', 'Noche de Esteros'],
  ['sabor a limón', 'Luz Mala', 'Arrope'],
  ['con gusto a menta', 'Glaciar Mentol', 'Tormenta de Agosto'],
  ['olor a frutas', 'Mburucuyá 33', 'Glaciar Mentol'],
  ['tipo diésel', 'Yarará del Monte', 'Arrope'],
  ['la que más rinde', 'Yarará del Monte', 'Zonda Express'],
  ['alta producción', 'Yarará del Monte', 'Zonda Express'],
  ['poco thc', 'Yerba y Miel', 'Luz Mala'],
  ['suavecita', 'Camalote Auto', 'Luz Mala'],
  ['thc arriba de 25', 'Luz Mala', 'Arrope'],
  ['autos rápidas', 'Zonda Express', 'Ceniza de Domuyo'],
  ['sativa para el día', 'Vidala Lima', 'Noche de Esteros'],
  ['semillas', 'Arrope', 'Gorra Seis Gajos'],
  ['novedades', 'Arrope', 'Gorra Seis Gajos'],
  ['semillas de 5', 'Arrope', 'Yerba y Miel'],
  ['camiseta', 'Remera Surbrote', 'Arrope'],
  // Still being typed.
  ['relaj', 'Siesta Litoral', 'Vidala Lima'],
  ['dorm', 'Siesta Litoral', 'Vidala Lima'],
  ['exterio', 'Puna Violeta', 'Kverna Kompakt'],
  ['primera v', 'Arrope', 'Quebracho Viejo'],
]

describe('what buyers ask of the demo shop', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop('embedded')
    for (const { slug: _, brand: _brand, images: _images, ...product } of products)
      await shop.hasProduct(product)
  }, 60_000)
  afterAll(() => shop.close())

  it.each(QUESTIONS)('«%s» finds %s', async (question, finds, never) => {
    const { body } = await shop.anonymous.get(`/products/?search=${encodeURIComponent(question)}`)
    const names = (body as { name: string }[]).map(({ name }) => name)
    expect(names).toContain(finds)
    expect(names).not.toContain(never)
  })
})
