import { type RawBuilder, sql } from 'kysely'
import { CLAIM_STATUSES, showsResolution } from '../../contract/warranty/warranty-status.ts'
import type * as ownData from '../../contract/accounts/own-data.ts'
import type { MyData } from '../../contract/accounts/own-data.ts'
import type { Db } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'
import { sessionOver } from '../errors.ts'
import type { InputOf } from '../http/input.ts'
import { takeTurn } from '../limits/quota.ts'
import { provedAddress } from './queries.ts'

/** The columns of a table that are personal data, or the reason for none. */
type Decision<Table> =
  | { columns: (keyof Table & string)[]; leaves: (keyof Table & string)[] }
  | { because: string }
  | 'names nobody'

/**
 * The decision for each table; a test requires one for every table and column. Excludes secrets, their hashes, and
 * internal notes of the shop.
 */
export const PERSON_DATA: { [Name in keyof Tables]: Decision<Tables[Name]> } = {
  users: {
    columns: [
      ...(['id', 'username', 'email', 'first_name', 'last_name', 'instagram', 'phone'] as const),
      ...([
        'is_staff',
        'is_superuser',
        'role',
        'is_active',
        'email_verified_at',
        'created_at',
        'last_login_at',
      ] as const),
    ],
    leaves: ['password_hash'],
  },
  sessions: {
    columns: [
      'created_at',
      'idle_until',
      'ends_at',
      'seen_at',
      'proved_at',
      'number',
      'agent',
      'address_hint',
    ],
    leaves: ['id', 'user_id', 'browser_key_hash'],
  },
  session_tokens: { because: 'hashes of secrets' },
  verification_codes: {
    columns: ['purpose', 'email', 'expires_at'],
    leaves: ['user_id', 'code_hmac', 'tries'],
  },
  mail_links: { columns: ['expires_at', 'email', 'purpose'], leaves: ['user_id', 'token_hash'] },
  totp: { columns: ['created_at', 'confirmed_at'], leaves: ['user_id', 'sealed_key', 'last_step'] },
  recovery_codes: { because: 'hashes of secrets' },
  login_challenges: { because: 'hashes of secrets' },
  passkeys: {
    columns: ['id', 'name', 'created_at', 'last_used_at'],
    leaves: ['credential_id', 'user_id', 'public_key', 'counter', 'transports'],
  },
  webauthn_challenges: { because: 'hashes of secrets' },
  access_requests: {
    columns: [
      ...(['id', 'email', 'first_name', 'last_name', 'phone', 'message', 'adult_declared_at'] as const),
      ...(['terms_version', 'privacy_version', 'status', 'note', 'created_at', 'decided_at'] as const),
    ],
    leaves: ['code_hmac', 'code_expires_at', 'tries', 'decided_by', 'user_id', 'version'],
  },
  invitations: {
    columns: ['id', 'email', 'created_at', 'expires_at', 'used_at', 'revoked_at'],
    leaves: ['token_hash', 'request_id', 'created_by', 'label', 'user_id'],
  },
  consents: {
    columns: ['id', 'kind', 'version', 'given_at', 'withdrawn_at'],
    leaves: ['user_id'],
  },
  throttles: { because: 'counters under hashed keys' },
  orders: {
    columns: [
      ...(['id', 'status', 'is_archived', 'recipient_name', 'customer_email', 'customer_phone'] as const),
      ...(['delivery_type', 'shipping_address', 'total', 'created_at', 'updated_at'] as const),
      ...(['paid_total', 'agreed_method', 'agreed_due', 'prepared_at', 'handed_at', 'handed_how'] as const),
      ...(['carrier', 'tracking', 'expires_at'] as const),
    ],
    leaves: [
      'user_id',
      'version',
      'channel',
      'created_by',
      'claim_id',
      'changed_after_prepared',
      'expiry_warned_at',
    ],
  },
  order_lines: {
    columns: [
      ...(['product_id', 'product_name', 'product_brand', 'product_type', 'seed_count'] as const),
      ...(['quantity', 'price_at_time'] as const),
    ],
    leaves: ['id', 'order_id', 'blister_id', 'product_image', 'list_price', 'is_reserved'],
  },
  order_payments: {
    columns: ['id', 'kind', 'amount', 'method', 'paid_on', 'reference', 'created_at', 'voided_at'],
    leaves: ['order_id', 'user_id', 'voided_by', 'void_reason'],
  },
  // Visible notes only.
  order_notes: {
    columns: ['id', 'text', 'created_at'],
    leaves: ['order_id', 'visible', 'user_id', 'mailed_at', 'deleted_at'],
  },
  order_contacts: { because: 'that the shop opened a chat or a mail, without its text' },
  stock_movements: { because: 'amounts by ids: orders and activity say the same in words' },
  lots: 'names nobody',
  lot_tests: { because: 'tests of the shop, without customers' },
  lot_movements: { because: 'amounts by ids: orders and activity say the same in words' },
  lot_left: { because: 'units on the shelf, without customers' },
  stock_counts: { because: 'amounts of the shop; the activity says who counted' },
  stock_count_lines: { because: 'amounts of the shop; the activity says who counted' },
  stock_notices: { columns: ['created_at', 'blister_id'], leaves: ['user_id'] },
  favorites: { columns: ['created_at', 'product_id'], leaves: ['user_id'] },
  price_runs: { because: 'prices of the shop; the activity says who changed them' },
  price_changes: { because: 'prices of the shop; the activity says who changed them' },
  price_schedules: { because: 'prices of the shop; the activity says who changed them' },
  price_schedule_rows: { because: 'prices of the shop' },
  search_terms: { because: 'words that were searched, and never whose they were' },
  idempotency_keys: { because: 'the answer to an order or a claim, repeated for a day' },
  uploads: {
    columns: ['created_at', 'id', 'preset', 'width', 'height', 'bytes'],
    leaves: ['user_id', 'owner_hash', 'claimed_at', 'released_at'],
  },
  warranty_claims: {
    columns: [
      ...([
        'id',
        'order_id',
        'product_id',
        'purchase_type',
        'name',
        'email',
        'phone',
        'order_number',
      ] as const),
      ...(['product_name', 'purchase_date', 'germination_date', 'description'] as const),
      ...(['photo1', 'photo2', 'photo3', 'status', 'admin_response', 'resolution_details'] as const),
      ...(['replacement_order_id', 'out_of_window', 'created_at', 'updated_at'] as const),
      ...(['seeds_sown', 'seeds_failed'] as const),
    ],
    leaves: ['user_id', 'admin_notes', 'lot_id', 'version'],
  },
  regret_requests: {
    columns: [
      ...(['id', 'code', 'order_number', 'order_id', 'name', 'email', 'phone', 'reason'] as const),
      ...(['status', 'answer', 'received_at', 'answered_at'] as const),
    ],
    leaves: ['user_id', 'answered_by', 'version'],
  },
  activity_log: {
    columns: ['id', 'action', 'entity', 'entity_id', 'description', 'changes', 'created_at'],
    leaves: ['user_id'],
  },
  activity_texts: { because: 'earlier words of orders and claims, and of notes for the shop itself' },
  outbox: {
    columns: ['id', 'kind', 'subject', 'order_id', 'claim_id', 'created_at', 'sent_at', 'failed_at'],
    // Excludes the text of unsent mails, which has codes and links, and the recipient of mails to the shop, which is
    // not public.
    leaves: [
      ...(['message_id', 'recipient', 'body_text', 'body_html', 'reply_to', 'user_id'] as const),
      ...(['note_id', 'regret_id', 'resend_of', 'settled_at', 'retried_at'] as const),
      ...(['attempts', 'next_attempt_at', 'last_error', 'rank', 'turn'] as const),
    ],
  },
  message_templates: { because: 'texts of the shop' },
  content_versions: {
    columns: ['saved_at', 'page_id', 'version', 'title'],
    leaves: ['body', 'is_published', 'saved_by'],
  },
  content_pages: 'names nobody',
  search_words: 'names nobody',
  search_synonyms: 'names nobody',
  lineage: 'names nobody',
  lineage_parents: 'names nobody',
  brands: 'names nobody',
  products: 'names nobody',
  blisters: 'names nobody',
  banners: 'names nobody',
  settings: 'names nobody',
}

type PersonData = Omit<MyData, 'written_at' | 'account'> & { account: MyData['account'] | null }

/** The newest rows of each kind: an admin may have a million log entries, and the file is built in memory. */
const MOST_ROWS = 1_000
const MOST_FOR_OPERATOR = 50_000

/**
 * The caller's data as a file. Excludes rows of other accounts that once had the same e-mail, and rows of visitors
 * until the caller has used a code or link mailed to it: the shop may have opened the account for an address that
 * somebody else named.
 */
export async function getMyData({ shop, user }: InputOf<typeof ownData.getMyData>) {
  await takeTurn(shop.db, shop, 'ownData', user.id)
  const { account, ...rest } = await readRows(shop.db, {
    person: sql`(${user.id}::int)`,
    email: user.email,
    others: sql`user_id is null and ${provedAddress(user.id)}`,
    most: MOST_ROWS,
  })
  if (!account) throw sessionOver()
  return { written_at: shop.now().toISOString(), account, ...rest }
}

/** For the operator: data of the account with this e-mail, and rows of visitors with it. */
export function readPerson(db: Db, email: string): Promise<PersonData> {
  const person = sql`(select id from users where lower(email) = ${email.toLowerCase()})`
  return readRows(db, { person, email, others: sql`true`, most: MOST_FOR_OPERATOR })
}

interface Whose {
  /** The account's id as a list, empty without one. */
  person: RawBuilder<unknown>
  email: string
  /** Condition for rows with the e-mail but another or no account. */
  others: RawBuilder<unknown>
  /** Most rows of each kind. */
  most: number
}

/** One statement, for a consistent snapshot. */
async function readRows(db: Db, whose: Whose): Promise<PersonData> {
  const lists = Object.entries(listsOf(whose)).map(([name, list]) => sql`${list} as ${sql.ref(name)}`)
  const account = rowsOf('users', sql`id in ${whose.person}`)
  const { rows } = await sql<Read>`select ${account} -> 0 as account, ${sql.join(lists)}`.execute(db)
  const [data] = rows
  if (!data) throw new Error('A select without a table has one row')
  const { account: row, ...read } = data
  const parts = Object.entries(read)
  const leftOut = parts.filter(([, { left_out }]) => left_out > 0)
  return {
    account: row,
    // safe: the names of `Read`
    ...(Object.fromEntries(parts.map(([name, part]) => [name, part.rows])) as Record<Lists, Rows>),
    left_out: Object.fromEntries(leftOut.map(([name, { left_out }]) => [name, left_out])),
  }
}

type Lists = keyof Omit<PersonData, 'account' | 'left_out'>
type Rows = MyData['orders']
type Read = { account: PersonData['account'] } & Record<Lists, { rows: Rows; left_out: number }>

function listsOf({ person, email, others, most }: Whose): Record<Lists, RawBuilder<unknown>> {
  const byUser = sql`user_id in ${person}`
  const theirs = (...columns: string[]) => {
    const named = columns.map((column) => sql`lower(${sql.ref(column)}) = ${email.toLowerCase()}`)
    return sql`(${byUser} or (${others} and (${sql.join(named, sql` or `)})))`
  }
  const list = (table: keyof Tables, where: RawBuilder<unknown>, more = sql``) => sql`json_build_object(
    'rows', ${rowsOf(table, where, more, sql`desc limit ${most}`)},
    'left_out', (select greatest(count(*) - ${most}, 0) from ${sql.table(table)} where ${where}))`
  return {
    sessions: list('sessions', byUser),
    codes: list('verification_codes', byUser),
    links: list('mail_links', byUser),
    second_factor: list('totp', byUser),
    passkeys: list('passkeys', byUser),
    access_requests: list('access_requests', theirs('email')),
    invitations: list('invitations', theirs('email')),
    consents: list('consents', byUser),
    orders: list('orders', theirs('customer_email'), partsOfOrder()),
    claims: list('warranty_claims', theirs('email')),
    regrets: list('regret_requests', theirs('email')),
    stock_notices: list('stock_notices', byUser),
    favorites: list('favorites', byUser),
    uploads: list('uploads', byUser),
    mails: list('outbox', theirs('recipient', 'reply_to')),
    activity: list('activity_log', sql`(${byUser} or (entity = 'user' and entity_id in ${person}))`),
    pages: list('content_versions', sql`saved_by in ${person}`),
  }
}

function partsOfOrder() {
  const ofOrder = sql`order_id = orders.id`
  return sql`, ${rowsOf('order_lines', ofOrder)} as lines, ${rowsOf('order_payments', ofOrder)} as payments,
    ${rowsOf('order_notes', sql`${ofOrder} and visible and deleted_at is null`)} as notes`
}

/** Columns in centavos. */
const MONEY = new Set(['total', 'price_at_time', 'paid_total', 'amount'])

/** As the customer sees the claim. */
const RESOLUTION = sql`case when status = any(${CLAIM_STATUSES.filter(showsResolution)}) then resolution_details else '' end`

/** The rows of a table as one array, ordered by their first column; `which` may limit it to the last ones. */
function rowsOf(table: keyof Tables, where: RawBuilder<unknown>, more = sql``, which = sql``) {
  const decision = PERSON_DATA[table]
  if (typeof decision === 'string' || 'because' in decision)
    throw new Error(`${table} has no columns to read`)
  const columns = decision.columns.map((column: string) => {
    if (column === 'resolution_details') return sql`${RESOLUTION} as resolution_details`
    const value = sql.ref(`${table}.${column}`)
    return MONEY.has(column) ? sql`round(${value} / 100.0, 2) as ${sql.ref(column)}` : value
  })
  return sql`(select coalesce(json_agg(read order by read.${sql.ref(decision.columns[0] ?? '')}), '[]') from (
    select ${sql.join(columns)}${more} from ${sql.table(table)} where ${where} order by 1 ${which}) read)`
}
