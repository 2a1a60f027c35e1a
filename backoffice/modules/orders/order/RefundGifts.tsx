import { useEffect, useId, useRef } from 'react'

import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { GiftImage } from '#backoffice/kit/display/GiftImage.tsx'
import { useFieldIssue } from '#backoffice/kit/form/field-issue.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Line } from '#backoffice/modules/orders/order/order-detail.ts'
import type { Credit } from '#backoffice/modules/orders/order/use-credit.ts'
import { Stepper } from '#ui/fields/Stepper.tsx'

import css from './RefundForm.module.css'

/** A row for each gift that can still be refunded. More than one unit has a stepper. */
export function RefundGifts({ credit: { left, chosen, draft } }: { credit: Credit }) {
  const t = useTranslate()
  const id = useId()
  const first = useRef<HTMLInputElement>(null)
  const { issue, watch } = useFieldIssue()
  const isEmpty = chosen.length === 0
  const firstLine = left[0]?.line
  useEffect(
    () => first.current?.setCustomValidity(isEmpty ? t('credit.chooseGift') : ''),
    [isEmpty, firstLine, t],
  )
  const set = (line: number, quantity: number) =>
    draft.type({ pieces: { ...draft.values.pieces, [line]: quantity } })
  return (
    <fieldset className={css.gifts} onInput={watch.onInput}>
      <legend>{t('credit.gifts')}</legend>
      <ul>
        {left.map((line, at) => (
          <li key={line.line}>
            <label className={css.gift}>
              <input
                {...(at === 0 ? { ref: first } : {})}
                type="checkbox"
                checked={chosen.some((one) => one.line === line.line)}
                aria-invalid={at === 0 && issue !== null ? true : undefined}
                aria-describedby={at === 0 && issue !== null ? id : undefined}
                onInvalid={watch.onInvalid}
                onChange={({ target }) => set(line.line, target.checked ? 1 : 0)}
              />
              <GiftImage file={line.picture} size="large" />
              <span>
                {line.name}
                {line.variant ? <span className={css.soft}>, {line.variant}</span> : null}
              </span>
            </label>
            <Quantity
              line={line}
              quantity={chosen.find((one) => one.line === line.line)?.quantity ?? 0}
              onQuantity={(quantity) => set(line.line, quantity)}
            />
          </li>
        ))}
      </ul>
      {issue === null ? null : (
        <span id={id} className={css.issue}>
          <BackofficeIcon name="warning" />
          {issue}
        </span>
      )}
    </fieldset>
  )
}

type QuantityProps = { line: Line; quantity: number; onQuantity: (quantity: number) => void }

function Quantity({ line, quantity, onQuantity }: QuantityProps) {
  const t = useTranslate()
  const id = useId()
  const { name, left, points } = line
  return (
    <span className={css.quantity}>
      {left > 1 && quantity > 0 ? (
        <>
          <Stepper
            id={id}
            quantity={quantity}
            max={left}
            label={t('credit.units', { name })}
            lessLabel={t('credit.less', { name })}
            moreLabel={t('credit.more', { name })}
            invalidText={t('credit.tooMany', { count: left })}
            onChange={onQuantity}
          />
          <span className={css.soft}>{t('order.lineLeft', { count: left })}</span>
        </>
      ) : null}
      <span className={css.points}>
        {t('order.pointsOf', { count: points * Math.max(1, quantity) })}
      </span>
    </span>
  )
}
