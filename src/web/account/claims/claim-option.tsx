import type { ReactNode } from 'react'
import { LinePicture } from '../../shop/order-lines/line-picture.tsx'

interface ClaimOptionProps {
  id: string | undefined
  name: 'order_id' | 'product_id'
  value: number | ''
  picture: string | null | undefined
  checked: boolean
  disabled: boolean
  describedBy: string | undefined
  onChoose: () => void
  children: ReactNode
}

/** A selectable order or product of a claim, with its picture. */
export function ClaimOption({
  id,
  name,
  value,
  picture,
  checked,
  disabled,
  describedBy,
  onChoose,
  children,
}: ClaimOptionProps) {
  return (
    <label className="claim-card claim-card-order stack-3">
      <input
        type="radio"
        id={id}
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        aria-describedby={describedBy}
        onChange={onChoose}
      />
      <LinePicture className="claim-card-picture" src={picture} sizes="56px" />
      <span className="claim-card-words">{children}</span>
    </label>
  )
}
