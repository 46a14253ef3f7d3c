import {
  ArrowRight,
  CirclePlus,
  LogIn,
  type LucideIcon,
  PencilLine,
  Repeat,
  ShoppingBag,
  Trash2,
  UserPlus,
} from 'lucide-react'
import { Link } from 'react-router'
import type { Activity, ActivityAction } from '../../../contract/activity.ts'
import { ORDER_STATUS_LABEL, type OrderStatus } from '../../../contract/orders/order-status.ts'
import { CLAIM_STATUS_LABEL, type ClaimStatus } from '../../../contract/warranty/warranty-status.ts'
import { formatTime } from '../../shop/dates.ts'
import { OrderStatusBadge } from '../../shop/order-status-badge.tsx'
import { ACTION_LABEL, doneBy, readChanges, type ReadChanges } from './activity-words.ts'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { counted } from '../kit/counted.ts'
import { TEMPLATE_KEYS } from '../../../contract/messages/templates.ts'
import type { AdminPaths } from '../../app/admin-paths.ts'
import './activity-page.css'

const LOOK: Record<ActivityAction, { Icon: LucideIcon; tone: string }> = {
  create: { Icon: CirclePlus, tone: 'ok' },
  update: { Icon: PencilLine, tone: 'info' },
  delete: { Icon: Trash2, tone: 'err' },
  register: { Icon: UserPlus, tone: 'ok' },
  login: { Icon: LogIn, tone: '' },
  order: { Icon: ShoppingBag, tone: 'warn' },
  status_change: { Icon: Repeat, tone: 'info' },
}

/** Actor, action and time, with the values before and after. */
export function ActivityEntry({ entry }: { entry: Activity }) {
  const { Icon, tone } = LOOK[entry.action]
  const path = objectPath(entry, useAdminPath())
  const changes = readChanges(entry)
  const label = ACTION_LABEL[entry.action]
  return (
    <li className="activity-entry stack-3" data-row tabIndex={-1}>
      <span className={`badge activity-icon ${tone}`}>
        <Icon aria-hidden="true" size={18} />
      </span>
      <div className="activity-words">
        <p className="activity-description">
          {path ? (
            <Link to={path} data-key="Enter">
              {entry.description}
            </Link>
          ) : (
            entry.description
          )}
        </p>
        <p className="activity-facts note">
          {label !== entry.description && <span>{label}</span>}
          <span>{doneBy(entry)}</span>
          <time dateTime={entry.timestamp}>{formatTime(entry.timestamp)}</time>
        </p>
        {changes.status && <StatusChange entity={entry.entity} {...changes.status} />}
        <Changes changes={changes} entry={entry} />
      </div>
    </li>
  )
}

function StatusChange({ entity, from, to }: { entity: string; from: string; to: string }) {
  return (
    <p className="activity-status">
      <StatusBadge entity={entity} status={from} />
      <ArrowRight aria-hidden="true" size={18} />
      <span className="visually-hidden">pasa a</span>
      <StatusBadge entity={entity} status={to} />
    </p>
  )
}

const CLAIM_TONE: Record<ClaimStatus, string> = {
  pending: 'warn',
  reviewing: 'info',
  approved: 'ok',
  rejected: 'err',
  resolved: 'ok',
}

function StatusBadge({ entity, status }: { entity: string; status: string }) {
  if (entity === 'order' && isOneOf(ORDER_STATUS_LABEL, status)) return <OrderStatusBadge status={status} />
  if (isOneOf(CLAIM_STATUS_LABEL, status))
    return <span className={`badge ${CLAIM_TONE[status]}`}>{CLAIM_STATUS_LABEL[status]}</span>
  return <span className="badge">{status}</span>
}

function isOneOf<Name extends OrderStatus | ClaimStatus>(
  labels: Record<Name, string>,
  status: string,
): status is Name {
  return Object.hasOwn(labels, status)
}

/** A single fact is part of the line; more facts, and values before and after, are behind a summary. */
function Changes({ changes: { status, fields, facts }, entry }: { changes: ReadChanges; entry: Activity }) {
  if (fields.length === 0 && facts.length === 0) return null
  if (fields.length === 0 && (status || facts.length < 3)) return <Facts facts={facts} />
  const count = fields.length + facts.length
  return (
    <details className="activity-changes">
      <summary>
        {`Ver ${counted(count, 'cambio', 'cambios')}`}
        <span className="visually-hidden">: {entry.description}</span>
      </summary>
      {fields.length > 0 && (
        <table>
          <caption className="visually-hidden">{`Antes y después: ${entry.description}`}</caption>
          <thead>
            <tr>
              <th scope="col">Campo</th>
              <th scope="col">Antes</th>
              <th scope="col">Después</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, before, after }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td data-label="Antes">{before}</td>
                <td data-label="Después">{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Facts facts={facts} />
    </details>
  )
}

function Facts({ facts }: Pick<ReadChanges, 'facts'>) {
  if (facts.length === 0) return null
  return (
    <dl className="activity-more">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The screen of an entry's object; undefined when it has none or was removed. */
export function objectPath(
  { action, entity, entity_id: id }: Activity,
  admin: AdminPaths,
): string | undefined {
  if (action === 'delete') return undefined
  if (entity === 'settings') return admin.settings()
  if (entity === 'message_template') return admin.settings({ mensaje: TEMPLATE_KEYS[0] })
  if (entity === 'search_synonym') return admin.reports({ ver: 'busquedas' })
  if (entity === 'banner') return admin.banners()
  if (id === null) return undefined
  if (entity === 'stock_count') return admin.stockCount()
  if (entity === 'lot') return admin.lot(id)
  if (entity === 'price_run') return admin.prices({ ver: 'historial' })
  if (entity === 'price_schedule') return admin.prices({ ver: 'programados' })
  if (entity === 'product') return admin.editProduct(id)
  if (entity === 'brand') return admin.editBank(id)
  if (entity === 'order') return admin.order(id)
  if (entity === 'mail') return admin.mails({ estado: 'failed' })
  if (entity === 'user' || entity === 'session') return admin.user(id)
  if (entity === 'warranty_claim') return admin.claims({ search: String(id) })
  if (entity === 'regret_request') return admin.regrets()
  if (entity === 'access_request' || entity === 'invitation') return admin.access()
  if (entity === 'page') return admin.pages()
  return undefined
}
