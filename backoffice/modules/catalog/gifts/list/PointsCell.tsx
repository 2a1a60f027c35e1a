import { type KeyboardEvent, useState } from 'react'

import type { StaffResponse } from '#contract/client.staff.ts'
import { useChannels } from '#backoffice/kit/display/ChannelName.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { classNames } from '#ui/lib/class-names.ts'

import css from './PointsCell.module.css'

type GiftItem = StaffResponse<'gifts'>['items'][number]
type PointsCellProps = { item: GiftItem; channel: string; mayWrite: boolean }

/** Points that are edited in place: Enter moves to the next row, Escape restores the value. */
export function PointsCell({ item, channel, mayWrite }: PointsCellProps) {
  const t = useTranslate()
  const { nameOf } = useChannels()
  const offer = item.offers.find((one) => one.channel === channel)
  const [typed, setTyped] = useState<string | null>(null)
  const action = useAction('changeOffers', {
    done: () => t('pointsChanged', { name: item.name }),
  })
  if (!offer) return <span className={css.none}>–</span>
  const { points, most, sku, version, active } = offer
  const pointsText = points === most ? String(points) : `${points}–${most}`
  if (!mayWrite || sku === null || version === null) {
    return <span className={classNames(!active && css.off)}>{pointsText}</span>
  }
  const isInvalid = typed !== null && !/^\d{1,6}$/.test(typed)

  async function save() {
    if (typed === null || isInvalid || sku === null || version === null) return
    if (Number(typed) === points) return setTyped(null)
    await action.run({ id: item.id, offers: [{ channel, sku, version, points: Number(typed) }] })
    setTyped(null)
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape') {
      setTyped(null)
      event.stopPropagation()
    }
    if (event.key === 'Enter') focusNextRow(event.currentTarget, channel)
  }
  return (
    <>
      <input
        data-points={channel}
        className={classNames(css.input, !active && css.off)}
        inputMode="numeric"
        aria-label={t('pointsOf', { name: item.name, channel: nameOf(channel) })}
        aria-invalid={isInvalid || undefined}
        value={typed ?? pointsText}
        onChange={({ target }) => setTyped(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={() => void save()}
        onKeyDown={onKeyDown}
      />
      {action.failure ? (
        <span role="alert" className="visually-hidden">
          {action.failure}
        </span>
      ) : null}
    </>
  )
}

/** Moves to the next row, or leaves the last one. Both save. */
function focusNextRow(input: HTMLInputElement, channel: string) {
  const inputs = [...document.querySelectorAll<HTMLInputElement>(`[data-points="${channel}"]`)]
  const next = inputs[inputs.indexOf(input) + 1]
  if (next) next.focus()
  else input.blur()
}
