import { Boxes, ChartColumn } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import { RIGHTS_OF, type Role } from '../../../contract/accounts/roles.ts'
import { adminPaths } from '../../app/admin-paths.ts'
import { knownCommands, matches } from './palette-commands.ts'

const admin = adminPaths('/panel')
const SCREENS = [
  { name: 'Stock', to: admin.stock(), Icon: Boxes, needs: 'stock_read' as const },
  { name: 'Reportes', to: admin.reports(), Icon: ChartColumn, needs: 'reports_read' as const },
]
const found = (text: string, role: Role = 'owner') =>
  knownCommands(admin, SCREENS, (right) => RIGHTS_OF[role].includes(right), text).map(({ name }) => name)

describe('knownCommands', () => {
  it.each([
    ['subir precios', 'Cambiar precios'],
    ['nuevo lote', 'Cosecha nueva'],
    ['devolver', 'Pedidos para devolver'],
    ['reembolso', 'Pedidos para devolver'],
    ['exportar', 'Exportar pedidos'],
    ['vender', 'Nuevo pedido'],
    ['garantía', 'Días de garantía'],
    ['razón social', 'Razón social'],
    ['lema', 'Lema'],
    ['rep', 'Reportes'],
  ])('finds by %j %s', (text, name) => {
    expect(found(text)).toContain(name)
  })

  it('puts what is named so before what is meant', () => {
    expect(found('stock')[0]).toBe('Stock')
    expect(found('exportar stock')).toEqual(['Exportar stock'])
  })

  it('has settings only once something is typed', () => {
    expect(found('')).not.toContain('Días de garantía')
  })

  it.each([
    ['stock', 'Cambiar precios', 'subir precios'],
    ['stock', 'Pedidos para devolver', 'devolver'],
    ['sales', 'Días de garantía', 'garantía'],
    ['read', 'Nuevo pedido', 'vender'],
  ] as const)('does not show %s what its role may not: %s', (role, name, text) => {
    expect(found(text, role)).not.toContain(name)
  })
})

describe('matches', () => {
  it.each([
    ['Garantías', 'gar'],
    ['Productos sin stock', 'sin pro'],
    ['Mburucuyá 33', 'mburucuya 3'],
    ['Calafate × Austral 11', 'austral'],
    ['Garantías', ''],
    ['Garantías', ' × '],
  ])('finds %s by %j', (name, text) => {
    expect(matches(name, text)).toBe(true)
  })

  it.each([
    ['Productos', 'tos'],
    ['Garantías', 'garx'],
    ['Productos sin stock', 'sin pre'],
  ])('does not find %s by %j', (name, text) => {
    expect(matches(name, text)).toBe(false)
  })
})
