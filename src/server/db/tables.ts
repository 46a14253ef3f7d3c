import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'
import type { PriceRule, ScheduleState } from '../../contract/catalog/price-rule.ts'
import type { ActivityAction } from '../../contract/activity.ts'
import type { AccessStatus } from '../../contract/accounts/access-rules.ts'
import type {
  ContactChannel,
  HandedHow,
  OrderChannel,
  PaymentKind,
  PaymentMethod,
} from '../../contract/orders/order-desk.ts'
import type { MailKind } from '../../contract/messages/mail-kinds.ts'
import type { TemplateKey } from '../../contract/messages/templates.ts'
import type { OrderStatus } from '../../contract/orders/order-status.ts'
import type { ProductType } from '../../contract/catalog/product-types.ts'
import type { Role } from '../../contract/accounts/roles.ts'
import type { RegretStatus } from '../../contract/legal/regret-rules.ts'
import type { LotState } from '../../contract/catalog/lot-rules.ts'
import type { CountState, StockReason } from '../../contract/catalog/stock-rules.ts'
import type { ClaimStatus } from '../../contract/warranty/warranty-status.ts'

/** The tables of `db/migrations`. Money is centavos, times are `Date`, days are `YYYY-MM-DD`. */
export interface Tables {
  users: UsersTable
  search_words: SearchWordsTable
  sessions: SessionsTable
  session_tokens: SessionTokensTable
  verification_codes: VerificationCodesTable
  mail_links: MailLinksTable
  totp: TotpTable
  recovery_codes: RecoveryCodesTable
  login_challenges: LoginChallengesTable
  passkeys: PasskeysTable
  webauthn_challenges: WebauthnChallengesTable
  access_requests: AccessRequestsTable
  invitations: InvitationsTable
  consents: ConsentsTable
  throttles: ThrottlesTable
  brands: BrandsTable
  products: ProductsTable
  blisters: BlistersTable
  orders: OrdersTable
  order_lines: OrderLinesTable
  order_payments: OrderPaymentsTable
  order_notes: OrderNotesTable
  order_contacts: OrderContactsTable
  stock_movements: StockMovementsTable
  lots: LotsTable
  lot_tests: LotTestsTable
  lot_movements: LotMovementsTable
  lot_left: LotLeftTable
  stock_counts: StockCountsTable
  stock_count_lines: StockCountLinesTable
  stock_notices: StockNoticesTable
  favorites: FavoritesTable
  lineage: LineageTable
  lineage_parents: LineageParentsTable
  price_runs: PriceRunsTable
  price_changes: PriceChangesTable
  price_schedules: PriceSchedulesTable
  price_schedule_rows: PriceScheduleRowsTable
  search_synonyms: SearchSynonymsTable
  search_terms: SearchTermsTable
  idempotency_keys: IdempotencyKeysTable
  uploads: UploadsTable
  warranty_claims: WarrantyClaimsTable
  regret_requests: RegretRequestsTable
  content_pages: ContentPagesTable
  content_versions: ContentVersionsTable
  banners: BannersTable
  settings: SettingsTable
  activity_log: ActivityLogTable
  activity_texts: ActivityTextsTable
  outbox: OutboxTable
  message_templates: MessageTemplatesTable
}

/** Set once and never again. */
type Fixed<T> = ColumnType<T, T, never>
/** Has a default in the database. */
type Default<T> = ColumnType<T, T | undefined, T>
type Json = ColumnType<unknown, string, string>

interface UsersTable {
  id: Generated<number>
  username: string
  email: string
  password_hash: string
  first_name: Default<string>
  last_name: Default<string>
  instagram: string | null
  phone: Default<string>
  is_staff: Default<boolean>
  is_superuser: Default<boolean>
  /** Only meaningful for staff; null means owner. */
  role: ColumnType<Role | null, Role | null | undefined, Role | null>
  is_active: Default<boolean>
  email_verified_at: Date | null
  created_at: Fixed<Date>
  last_login_at: Date | null
}
export type UserRow = Selectable<UsersTable>

interface SessionsTable {
  id: Fixed<string>
  user_id: Fixed<number>
  created_at: Fixed<Date>
  idle_until: Date
  ends_at: Date
  /** Null: not bound to a browser. */
  browser_key_hash: ColumnType<Buffer | null, Buffer | null | undefined, never>
  number: GeneratedAlways<number>
  agent: ColumnType<string, string | undefined, never>
  address_hint: ColumnType<string, string | undefined, never>
  seen_at: ColumnType<Date | null, undefined, Date>
  /** Null: when it was opened. */
  proved_at: ColumnType<Date | null, undefined, Date>
}

interface SessionTokensTable {
  hash: Fixed<Buffer>
  session_id: Fixed<string>
  kind: Fixed<'access' | 'refresh'>
  parent_hash: Fixed<Buffer | null>
  issued_at: ColumnType<Date, Date | undefined, never>
  expires_at: Date
  used_at: Date | null
}

export type CodePurpose = 'verify_email' | 'email_change'

interface VerificationCodesTable {
  user_id: number
  purpose: CodePurpose
  email: string
  code_hmac: Buffer
  expires_at: Date
  tries: Default<number>
}

export type LinkPurpose = 'reset' | 'sign_in'

interface MailLinksTable {
  user_id: number
  purpose: LinkPurpose
  token_hash: Buffer
  email: string
  expires_at: Date
}

interface TotpTable {
  user_id: number
  sealed_key: Buffer
  created_at: Date
  /** Null until confirmed. */
  confirmed_at: Date | null
  last_step: Default<number>
}

interface RecoveryCodesTable {
  user_id: Fixed<number>
  code_hash: Fixed<Buffer>
  used_at: Date | null
}

interface LoginChallengesTable {
  token_hash: Fixed<Buffer>
  user_id: Fixed<number>
  expires_at: Fixed<Date>
  tries: Default<number>
}

interface PasskeysTable {
  id: Generated<number>
  /** base64url */
  credential_id: Fixed<string>
  user_id: Fixed<number>
  public_key: Fixed<Buffer>
  counter: number
  /** Separated by spaces. */
  transports: Default<string>
  name: string
  created_at: Fixed<Date>
  last_used_at: Date | null
}

interface WebauthnChallengesTable {
  challenge_hash: Fixed<Buffer>
  user_id: Fixed<number | null>
  expires_at: Fixed<Date>
}

interface AccessRequestsTable {
  id: Generated<number>
  email: string
  first_name: string
  last_name: string
  phone: string
  message: string
  adult_declared_at: Date
  terms_version: number | null
  privacy_version: number | null
  code_hmac: Buffer
  code_expires_at: Date
  tries: Default<number>
  status: Default<AccessStatus | 'unverified'>
  decided_by: Default<number | null>
  decided_at: Default<Date | null>
  note: Default<string>
  user_id: Default<number | null>
  version: Default<number>
  created_at: Date
}
export type AccessRequestRow = Selectable<AccessRequestsTable>

interface InvitationsTable {
  id: Generated<number>
  token_hash: Buffer
  email: string
  request_id: number | null
  created_by: number | null
  label: string
  created_at: Date
  expires_at: Date
  used_at: Default<Date | null>
  revoked_at: Default<Date | null>
  user_id: Default<number | null>
}
export type InvitationRow = Selectable<InvitationsTable>

interface ConsentsTable {
  id: Generated<number>
  user_id: number
  kind: 'adult' | 'terms' | 'privacy'
  version: number | null
  given_at: Date
  withdrawn_at: Default<Date | null>
}

interface ThrottlesTable {
  key: string
  failures: Default<number>
  window_started: Date
  blocked_until: Date | null
}

interface BrandsTable {
  id: Generated<number>
  name: string
  description: Default<string>
  image: string | null
  is_national: Default<boolean>
  created_at: Fixed<Date>
  version: Default<number>
  is_renamed: Default<boolean>
}

interface ProductsTable {
  id: Generated<number>
  name: string
  type: ProductType
  brand_id: number | null
  genotype: Default<string>
  sativa: number | null
  indica: number | null
  thc: Default<string>
  cbd: Default<string>
  flavors: Default<string>
  effects: Default<string>
  flowering_time: Default<string>
  completed_cicle: Default<string>
  inase_name: Default<string>
  inase_number: Default<string>
  sowing: Default<string>
  difficulty: Default<string>
  places: Default<string>
  zones: Default<string>
  /** The months of `sowing`, from 1. */
  sow_months: Default<number[]>
  height_indoor: Default<string>
  height_outdoor: Default<string>
  yield_indoor: Default<string>
  yield_outdoor: Default<string>
  description: Default<string>
  product_size: Default<string>
  sku: Default<string>
  highlighted: Default<boolean>
  limited_edition: Default<boolean>
  available: Default<boolean>
  image: string | null
  image_2: string | null
  image_3: string | null
  is_national: boolean | null
  search_text: Default<string>
  /** Of the presentations that can be bought, of all when none can. These three are kept by triggers, as are `tags` and numbers such as `thc_low` (0140). */
  min_price: GeneratedAlways<number | null>
  max_discount: GeneratedAlways<number>
  in_stock: GeneratedAlways<boolean>
  version: Default<number>
  created_at: Fixed<Date>
  deleted_at: Date | null
}
export type ProductRow = Selectable<ProductsTable>

interface BlistersTable {
  id: Generated<number>
  product_id: Fixed<number>
  seed_count: number
  /** Of merchandise; '' without one. */
  size: Default<string>
  /** Changed only together with the history, as are discount and final price, in `catalog/prices/price-queries.ts`. */
  price: Fixed<number>
  discount: Fixed<number>
  final_price: Fixed<number>
  /** Changed only together with the ledger, in `catalog/stock/stock-queries.ts`. */
  stock: Fixed<number>
  /** Units of lots on hold that are not in `stock`, which both would have else. Changed only in `catalog/lots/withhold.ts`. */
  withheld: Default<number>
  /** Shown instead of the product's main picture when it is chosen. */
  image: string | null
  /** Null: the setting `low_stock_at`. */
  low_at: Default<number | null>
  /** When it was reported by mail; reset above the low mark. */
  low_notified_at: Default<Date | null>
  /** The last restock mail, while more notices wait. */
  notices_mailed_at: Default<Date | null>
  deleted_at: Date | null
}
export type BlisterRow = Selectable<BlistersTable>

interface OrdersTable {
  id: Generated<number>
  user_id: number | null
  status: Default<OrderStatus>
  is_archived: Default<boolean>
  recipient_name: string
  customer_email: string
  customer_phone: string
  delivery_type: 'coordinate' | 'address'
  shipping_address: string
  total: number
  version: Default<number>
  created_at: Fixed<Date>
  updated_at: Date
  /**
   * Payments less refunds, without voided ones; changed only together with them, in
   * `orders/payments/payment-queries.ts`.
   */
  paid_total: Default<number>
  /** The claim that it replaces goods for. */
  claim_id: Default<number | null>
  agreed_method: Default<PaymentMethod | null>
  agreed_due: Default<string | null>
  prepared_at: Default<Date | null>
  /** Changed after it was prepared, and not marked since. */
  changed_after_prepared: Default<boolean>
  handed_at: Default<Date | null>
  handed_how: Default<HandedHow | null>
  carrier: Default<string>
  tracking: Default<string>
  /** The end of the reservation; it only applies while `canExpire`. */
  expires_at: Default<Date | null>
  expiry_warned_at: Default<Date | null>
  channel: Default<OrderChannel>
  created_by: Default<number | null>
}
export type OrderRow = Selectable<OrdersTable>

interface OrderLinesTable {
  id: Generated<number>
  order_id: Fixed<number>
  product_id: Fixed<number>
  blister_id: Fixed<number>
  quantity: number
  price_at_time: number
  /** Price before the discount, when it was ordered; null in older lines and without a price. */
  list_price: Fixed<number | null>
  product_name: string
  product_brand: string | null
  product_image: string | null
  product_type: string
  seed_count: number
  /** Of a pending order that was not handed over; kept by triggers. */
  is_reserved: ColumnType<boolean, never, never>
}
export type OrderLineRow = Omit<Selectable<OrderLinesTable>, 'is_reserved'>

interface OrderPaymentsTable {
  id: Generated<number>
  order_id: Fixed<number>
  kind: Fixed<PaymentKind>
  amount: Fixed<number>
  method: Fixed<PaymentMethod>
  paid_on: Fixed<string>
  reference: string
  user_id: Fixed<number | null>
  created_at: Fixed<Date>
  voided_at: Default<Date | null>
  voided_by: Default<number | null>
  void_reason: Default<string>
}

export type PaymentRow = Selectable<OrderPaymentsTable>

interface OrderNotesTable {
  id: Generated<number>
  order_id: Fixed<number>
  text: string
  /** Shown to the customer. */
  visible: Fixed<boolean>
  user_id: Fixed<number | null>
  created_at: Fixed<Date>
  mailed_at: Default<Date | null>
  deleted_at: Default<Date | null>
}

interface OrderContactsTable {
  id: Generated<number>
  order_id: Fixed<number>
  channel: Fixed<ContactChannel>
  /** Empty without a message template. */
  template: Fixed<TemplateKey | ''>
  user_id: Fixed<number | null>
  created_at: Fixed<Date>
}

interface StockMovementsTable {
  id: Generated<number>
  blister_id: Fixed<number>
  change: Fixed<number>
  reason: Fixed<StockReason>
  order_id: Fixed<number | null>
  count_id: ColumnType<number | null, number | null | undefined, never>
  user_id: Fixed<number | null>
  note: ColumnType<string, string | undefined, never>
  created_at: Fixed<Date>
}

interface LotsTable {
  id: Generated<number>
  product_id: Fixed<number>
  code: string
  harvested_on: Default<string | null>
  expires_on: Default<string | null>
  state: Default<LotState>
  is_public: Default<boolean>
  is_recalled: Default<boolean>
  public_note: Default<string>
  note: Default<string>
  version: Default<number>
  created_at: Fixed<Date>
}
export type LotRow = Selectable<LotsTable>

interface LotTestsTable {
  id: Generated<number>
  lot_id: Fixed<number>
  tested_on: Fixed<string>
  sown: Fixed<number>
  germinated: Fixed<number>
  method: Fixed<string>
  user_id: Fixed<number | null>
  created_at: Fixed<Date>
  voided_at: Default<Date | null>
  voided_by: Default<number | null>
}

interface LotMovementsTable {
  id: Generated<number>
  lot_id: Fixed<number>
  blister_id: Fixed<number>
  change: Fixed<number>
  reason: Fixed<'received' | 'order' | 'released' | 'adjusted'>
  order_id: Fixed<number | null>
  stock_movement_id: Fixed<number | null>
  user_id: Fixed<number | null>
  created_at: Fixed<Date>
}

/** Kept by a trigger of `lot_movements`. */
interface LotLeftTable {
  lot_id: Fixed<number>
  blister_id: Fixed<number>
  units: Fixed<number>
}

interface StockCountsTable {
  id: Generated<number>
  state: Default<CountState>
  note: Fixed<string>
  user_id: Fixed<number | null>
  created_at: Fixed<Date>
  closed_at: Default<Date | null>
  closed_by: Default<number | null>
}

interface StockCountLinesTable {
  count_id: Fixed<number>
  blister_id: Fixed<number>
  counted: number
  /** Units expected on the shelf when the count was typed. */
  expected: number
  /** Units that the count added; null while it is open or if refused. */
  applied: Default<number | null>
  counted_by: number | null
  counted_at: Date
}

interface StockNoticesTable {
  user_id: Fixed<number>
  blister_id: Fixed<number>
  created_at: Fixed<Date>
}

interface FavoritesTable {
  user_id: Fixed<number>
  product_id: Fixed<number>
  created_at: Fixed<Date>
}

/** A variety with parents or children: a product, or one that the shop does not have. */
interface LineageTable {
  id: GeneratedAlways<number>
  product_id: Fixed<number | null>
  name: string
  generation: string
}

interface LineageParentsTable {
  child_id: Fixed<number>
  role: Fixed<'mother' | 'father'>
  parent_id: Fixed<number>
}

export type PriceRunKind = PriceRule['kind'] | 'sheet' | 'undo' | 'grid'

interface PriceRunsTable {
  id: Generated<number>
  kind: Fixed<PriceRunKind>
  /** The rule and the filter; empty for an undo. */
  rule: Json
  changed: Fixed<number>
  sum_old: Fixed<number>
  sum_new: Fixed<number>
  undo_of: Fixed<number | null>
  user_id: Fixed<number | null>
  created_at: Fixed<Date>
}

interface PriceChangesTable {
  id: Generated<number>
  blister_id: Fixed<number>
  run_id: Fixed<number | null>
  old_price: Fixed<number | null>
  new_price: Fixed<number>
  old_discount: Fixed<number | null>
  new_discount: Fixed<number>
  user_id: Fixed<number | null>
  created_at: Fixed<Date>
}

interface PriceSchedulesTable {
  id: Generated<number>
  /** The rule and the filter. */
  rule: Json
  state: Default<ScheduleState>
  apply_at: Fixed<Date>
  run_id: Default<number | null>
  user_id: Fixed<number | null>
  created_at: Fixed<Date>
  closed_at: Default<Date | null>
  seen_at: Default<Date | null>
}

interface PriceScheduleRowsTable {
  schedule_id: Fixed<number>
  blister_id: Fixed<number>
  old_price: Fixed<number>
  new_price: Fixed<number>
  old_discount: Fixed<number>
  new_discount: Fixed<number>
  /** Null until it runs. */
  is_done: Default<boolean | null>
}

/** Words that customers type for others; folded. */
interface SearchSynonymsTable {
  word: string
  means: string[]
  updated_at: Date
}

interface SearchTermsTable {
  /** In Buenos Aires. */
  day: Fixed<string>
  /** Normalised. */
  term: Fixed<string>
  searches: number
  empty: number
}

interface IdempotencyKeysTable {
  scope: Fixed<string>
  key: Fixed<string>
  request_hash: Fixed<Buffer>
  answer: ColumnType<unknown, string | null, string | null>
  created_at: Fixed<Date>
}

export type UploadPreset = 'product' | 'brand' | 'banner' | 'warranty' | 'logo'

interface UploadsTable {
  id: Fixed<string>
  preset: Fixed<UploadPreset>
  width: number
  height: number
  bytes: number
  user_id: number | null
  owner_hash: Buffer | null
  claimed_at: Date | null
  /** When it was uploaded or last released. */
  created_at: Date
  /** When its last use ended; null while it is in use or if it never was. */
  released_at: Default<Date | null>
}

/** Filled by a trigger on `products`. */
interface SearchWordsTable {
  word: string
}

interface WarrantyClaimsTable {
  id: Generated<number>
  user_id: number | null
  order_id: number | null
  product_id: number | null
  purchase_type: 'with-order' | 'without-order'
  name: string
  email: string
  phone: Default<string>
  order_number: Default<string>
  product_name: string
  purchase_date: string
  germination_date: string
  description: string
  photo1: string | null
  photo2: string | null
  photo3: string | null
  status: Default<ClaimStatus>
  admin_notes: Default<string>
  admin_response: Default<string>
  resolution_details: Default<string>
  replacement_order_id: Default<number | null>
  out_of_window: Default<boolean>
  lot_id: Default<number | null>
  seeds_sown: Default<number | null>
  seeds_failed: Default<number | null>
  version: Default<number>
  created_at: Fixed<Date>
  updated_at: Date
}
export type ClaimRow = Selectable<WarrantyClaimsTable>

interface RegretRequestsTable {
  id: Generated<number>
  code: Fixed<string>
  order_number: string
  name: string
  email: string
  phone: string
  reason: string
  user_id: number | null
  order_id: number | null
  status: Default<RegretStatus>
  answer: Default<string>
  received_at: Fixed<Date>
  answered_at: Date | null
  answered_by: number | null
  version: Default<number>
}
export type RegretRow = Selectable<RegretRequestsTable>

interface ContentPagesTable {
  id: Generated<number>
  slug: Fixed<string>
  title: string
  body: string
  is_published: Default<boolean>
  version: Default<number>
  updated_at: Date
  /** Null: a draft. */
  accepted_at: Date | null
}
export type ContentPageRow = Selectable<ContentPagesTable>

interface ContentVersionsTable {
  page_id: Fixed<number>
  version: Fixed<number>
  title: Fixed<string>
  body: Fixed<string>
  is_published: Fixed<boolean>
  saved_by: Fixed<number | null>
  saved_at: Fixed<Date>
}

interface BannersTable {
  id: Generated<number>
  title: Default<string>
  image_url: string | null
  mobile_image_url: string | null
  url_to: Default<string>
  position: Default<string>
  is_active: Default<boolean>
  slot: number
  start_date: string | null
  end_date: string | null
  created_at: Fixed<Date>
}

interface SettingsTable {
  key: string
  value: Json
  updated_at: Date
}

interface ActivityLogTable {
  id: Generated<number>
  action: Fixed<ActivityAction>
  entity: Fixed<string>
  entity_id: Fixed<number | null>
  description: Fixed<string>
  user_id: Fixed<number | null>
  changes: Json
  created_at: Fixed<Date>
}

/** Erased with the account they are about; the entries stay. */
interface ActivityTextsTable {
  activity_id: Fixed<number>
  field: Fixed<string>
  before: Fixed<string>
  after: Fixed<string>
}

interface MessageTemplatesTable {
  key: Fixed<TemplateKey>
  body: string
  version: Default<number>
  updated_at: Date
  updated_by: number | null
}

interface OutboxTable {
  id: Generated<number>
  message_id: Fixed<string>
  recipient: Fixed<string>
  subject: Fixed<string>
  body_text: Fixed<string>
  body_html: Fixed<string>
  reply_to: Fixed<string | null>
  user_id: Fixed<number | null>
  order_id: Fixed<number | null>
  /** Null for rows from before kinds were stored. */
  kind: ColumnType<MailKind | null, MailKind | null | undefined, never>
  claim_id: ColumnType<number | null, number | null | undefined, never>
  note_id: ColumnType<number | null, number | null | undefined, never>
  regret_id: ColumnType<number | null, number | null | undefined, never>
  /** The original mail of a repeat. */
  resend_of: ColumnType<number | null, number | null | undefined, never>
  attempts: Default<number>
  /** The order of sending (migration 0117). */
  rank: Default<number>
  turn: Default<number>
  next_attempt_at: Date
  sent_at: Date | null
  failed_at: Date | null
  last_error: Default<string>
  /** When an admin marked the failed mail as dealt with. */
  settled_at: Default<Date | null>
  /** When an admin retried it. */
  retried_at: Default<Date | null>
  created_at: Fixed<Date>
}
export type OutboxRow = Selectable<OutboxTable>
