import type { ReactNode } from 'react'
import { Picture } from '../../ui/picture.tsx'

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

/** One of the orders or products that a claim can be about, with its picture. */
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
    <label className="claim-card claim-card-order">
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
      <Picture
        className="claim-card-picture"
        src={picture}
        alt=""
        sizes="56px"
        widths={[160, 320]}
        width={1000}
        height={1000}
      />
      <span className="claim-card-words">{children}</span>
    </label>
  )
}
