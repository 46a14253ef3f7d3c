import { Archive, ArchiveRestore, MessageSquareText, Printer, RefreshCcwDot, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { firstClick } from '../../../browser/first-click.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { MoreMenu } from '../../kit/more-menu.tsx'
import { Needs } from '../../shell/rights.tsx'
import { useAdminPath } from '../../shell/use-admin-path.ts'
import { CHANGED } from '../order-words.ts'
import type { useChangeOrder } from '../use-order-change.ts'
import { hasChat, OrderEmail, OrderWhatsApp } from './order-contact.tsx'

export type OpenDialog = 'status' | 'message' | 'delete'

interface OrderActionsProps {
  order: AdminOrder
  archive: ReturnType<typeof useChangeOrder>
  onOpen: (dialog: OpenDialog) => void
}

/** Actions of the whole order, in the page's header: rare ones behind '⋯', deleting apart. */
export function OrderActions({ order, archive, onOpen }: OrderActionsProps) {
  const admin = useAdminPath()
  // 'Completar' has the key when it is the next step.
  const hasKey = order.next_action !== 'finish'
  return (
    <div className="admin-head-actions row-2">
      <Needs right="orders_write">
        <IconButton
          icon={RefreshCcwDot}
          text="Cambiar estado"
          data-key={hasKey ? 'e' : undefined}
          title={hasKey ? 'Cambiar estado (e)' : undefined}
          aria-haspopup="dialog"
          onClick={() => onOpen('status')}
        />
      </Needs>
      <Contacts order={order} />
      <MoreMenu>
        <IconButton
          icon={MessageSquareText}
          text="Otro mensaje"
          of={` por el pedido #${order.id}`}
          aria-haspopup="dialog"
          onClick={() => onOpen('message')}
        />
        <Link className="button secondary" to={admin.printOrders([order.id])}>
          <Printer aria-hidden="true" size={20} />
          Imprimir
        </Link>
        <Needs right="orders_write">
          <ArchiveButton order={order} archive={archive} />
        </Needs>
      </MoreMenu>
      <Needs right="everything">
        <IconButton
          icon={Trash2}
          className="admin-order-delete"
          text="Eliminar"
          data-key="Delete"
          title="Eliminar (Supr)"
          aria-haspopup="dialog"
          onClick={() => onOpen('delete')}
        />
      </Needs>
    </div>
  )
}

/** Ways to contact the customer, except the one that is the next step and has its own control. */
function Contacts({ order }: { order: AdminOrder }) {
  const isNext = order.next_action === 'contact'
  return (
    <>
      {!isNext && <OrderWhatsApp order={order} />}
      {(!isNext || hasChat(order)) && <OrderEmail order={order} />}
    </>
  )
}

function ArchiveButton({ order, archive }: Pick<OrderActionsProps, 'order' | 'archive'>) {
  const isArchived = order.is_archived
  const toggle = () => {
    const onSuccess = () => showToast('success', CHANGED)
    archive.mutate({ order, change: { is_archived: !isArchived } }, { onSuccess })
  }
  return (
    <IconButton
      icon={isArchived ? ArchiveRestore : Archive}
      text={isArchived ? 'Quitar del archivo' : 'Archivar'}
      aria-disabled={archive.isPending || undefined}
      onClick={firstClick(toggle)}
    />
  )
}
