import {
  BadgePercent,
  ClipboardCheck,
  ClipboardList,
  Download,
  type LucideIcon,
  Mails,
  Package,
  Plus,
  Settings as SettingsIcon,
  Store,
  Undo2,
  UserPlus,
  UserRound,
} from 'lucide-react'
import type { Right } from '../../../contract/accounts/roles.ts'
import type { Settings } from '../../../contract/settings/settings.ts'
import type { AdminPaths } from '../../app/admin-paths.ts'
import { paths } from '../../app/paths.ts'
import { FIELD_NAMES } from '../activity/field-names.ts'
import { plainText } from '../../../contract/plain-text.ts'

/** A row of the palette: where it leads. */
export interface Command {
  name: string
  hint?: string | undefined
  to: string
  Icon: LucideIcon
}

export interface KnownCommand extends Command {
  needs?: Right
  /** Other words that people look for it with. */
  words?: string
}

/** What people do, by the verbs they type. */
const verbs = (admin: AdminPaths): KnownCommand[] => [
  {
    name: 'Agregar Producto',
    words: 'nuevo crear cargar semilla genética',
    to: admin.newProduct(),
    Icon: Plus,
    needs: 'everything',
  },
  { name: 'Agregar banco', words: 'nuevo crear marca', to: admin.newBank(), Icon: Plus, needs: 'everything' },
  {
    name: 'Nuevo pedido',
    words: 'anotar agregar crear vender venta mostrador',
    to: admin.newOrder(),
    Icon: Plus,
    needs: 'orders_write',
  },
  {
    name: 'Cambiar precios',
    words: 'subir bajar aumentar descuento oferta lista inflación porcentaje',
    to: admin.prices(),
    Icon: BadgePercent,
    needs: 'everything',
  },
  {
    name: 'Precios y productos en planilla',
    words: 'exportar importar descargar subir csv excel',
    to: admin.prices({ ver: 'planilla' }),
    Icon: Download,
    needs: 'everything',
  },
  {
    name: 'Cosecha nueva',
    words: 'nuevo lote agregar cargar',
    hint: 'Lotes',
    to: admin.lots({ nuevo: 1 }),
    Icon: Plus,
    needs: 'stock_write',
  },
  {
    name: 'Recuento',
    words: 'contar inventario stock',
    to: admin.stockCount(),
    Icon: ClipboardCheck,
    needs: 'stock_write',
  },
  ...[
    { next: 'refund', name: 'para devolver', words: 'devolución reembolso reintegro dinero', Icon: Undo2 },
    { next: 'collect', name: 'para cobrar', words: 'pago plata saldo', Icon: ClipboardList },
    { next: 'prepare', name: 'para preparar', words: 'armar', Icon: ClipboardList },
    { status: 'pending', name: 'pendientes', words: '', Icon: ClipboardList },
  ].map(({ name, words, Icon, ...asked }) => ({
    name: `Pedidos ${name}`,
    words,
    to: admin.orders(asked),
    Icon,
    needs: 'orders_read' as const,
  })),
  ...exports(admin),
  {
    name: 'Crear Usuario',
    words: 'nuevo agregar cliente equipo rol cuenta',
    hint: 'Usuarios',
    to: admin.users({ nuevo: 1 }),
    Icon: UserPlus,
    needs: 'everything',
  },
  {
    name: 'Invitar clientes',
    words: 'invitación enlace solicitudes',
    to: admin.access(),
    Icon: UserPlus,
    needs: 'access',
  },
  {
    name: 'Mensajes a clientes',
    words: 'plantillas whatsapp texto',
    to: admin.settings({ mensaje: 'nuevo' }),
    Icon: Mails,
    needs: 'everything',
  },
  {
    name: 'Productos sin stock',
    words: 'agotados',
    to: admin.products({ stock: 'out-of-stock' }),
    Icon: Package,
  },
  { name: 'Mi cuenta', words: 'contraseña', to: paths.panel(), Icon: UserRound },
  { name: 'Ver tienda', hint: 'g i', to: paths.home(), Icon: Store },
]

/** Lists that go out as a file, where their button stands. */
function exports(admin: AdminPaths): KnownCommand[] {
  const lists = [
    ['pedidos', admin.orders(), 'orders_read'],
    ['usuarios', admin.users(), 'customers_read'],
    ['reclamos', admin.claims(), 'claims_read'],
    ['stock', admin.stock(), 'stock_read'],
    ['reportes', admin.reports(), 'reports_read'],
  ] as const
  return lists.map(([list, to, needs]) => ({
    name: `Exportar ${list}`,
    words: 'descargar csv planilla excel contador',
    to,
    Icon: Download,
    needs,
  }))
}

/** The screen of each setting. */
const SETTING_SCREENS = {
  identity: [
    'shop_name',
    'tagline',
    'about',
    'registration_text',
    'logo',
    'icon',
    'accent_light',
    'heading_font',
    'gate_picture',
    'share_picture',
    'trophies',
    'developer_credit',
  ],
  settings: [
    'contact_email',
    'orders_email',
    'whatsapp',
    'instagram_url',
    'facebook_url',
    'youtube_url',
    'gate_decline_url',
    'address_delivery',
    'access_mode',
    'sign_in_links',
    'passkeys',
    'staff_2fa',
    'restock_notices',
    'show_tests',
    'warranty_days',
    'max_pending_orders',
    'max_pending_units',
    'low_stock_at',
    'pending_expiry_days',
    'backup_hours',
    'carriers',
    'mail_changed',
    'mail_completed',
    'mail_cancelled',
    'mail_paid',
    'mail_handed',
    'legal_name',
    'cuit',
    'legal_address',
    'service_hours',
    'rncyfs_number',
    'ariccame_number',
    'aaip_number',
    'consumer_url',
    'data_fiscal_url',
  ],
} satisfies Record<string, (keyof Settings)[]>

function settings(admin: AdminPaths): KnownCommand[] {
  const of = (names: readonly string[], hint: string, to: string) =>
    names.flatMap((field) => {
      const name = FIELD_NAMES[field]
      return name === undefined
        ? []
        : [{ name, hint, words: 'ajuste configurar', to, Icon: SettingsIcon, needs: 'everything' as const }]
    })
  return [
    ...of(SETTING_SCREENS.settings, 'Ajustes', admin.settings()),
    ...of(SETTING_SCREENS.identity, 'Identidad', admin.identity()),
  ]
}

/** `screens`, verbs and, once something is typed, settings that a text finds; those named so come first. */
export function knownCommands(
  admin: AdminPaths,
  screens: readonly KnownCommand[],
  may: (right: Right) => boolean,
  text: string,
): Command[] {
  const all = [...screens, ...verbs(admin), ...(text.length < 2 ? [] : settings(admin))].filter(
    ({ needs }) => !needs || may(needs),
  )
  const named = all.filter(({ name }) => matches(name, text))
  const meant = all.filter(
    (command) => !named.includes(command) && matches(`${command.name} ${command.words ?? ''}`, text),
  )
  return [...named, ...meant].map(({ name, hint, to, Icon }) => ({ name, hint, to, Icon }))
}

/** Each typed word is the prefix of a word of the name, ignoring accents: 'gar' finds 'Garantías'. */
export function matches(name: string, text: string): boolean {
  const words = wordsOf(name)
  return wordsOf(text).every((typed) => words.some((word) => word.startsWith(typed)))
}

function wordsOf(text: string): string[] {
  return plainText(text).match(/[\p{Letter}\p{Number}]+/gu) ?? []
}
