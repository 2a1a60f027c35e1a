import { useEffect, useId, useRef } from 'react'

import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { GiftImage } from '#backoffice/kit/display/GiftImage.tsx'
import { useFieldIssue } from '#backoffice/kit/form/field-issue.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Line } from '#backoffice/modules/orders/order/order-detail.ts'
import type { Credit } from '#backoffice/modules/orders/order/use-credit.ts'
import { Stepper } from '#ui/fields/Stepper.tsx'

import css from './RefundForm.module.css'

/** A row for each gift that can still be refunded. A gift with more than one unit left has a stepper. */
export function RefundGifts({ credit: { refundableLines, chosen, draft } }: { credit: Credit }) {
  const t = useTranslate()
  const id = useId()
  const firstCheckbox = useRef<HTMLInputElement>(null)
  const { issue, watch } = useFieldIssue()
  const isEmpty = chosen.length === 0
  const firstLine = refundableLines[0]?.line
  // The first checkbox has the error that nothing is chosen, so it is set again if another line becomes the first.
  useEffect(
    () => firstCheckbox.current?.setCustomValidity(isEmpty ? t('credit.chooseGift') : ''),
    [isEmpty, firstLine, t],
  )
  const setQuantity = (line: number, quantity: number) =>
    draft.type({ pieces: { ...draft.values.pieces, [line]: quantity } })
  return (
    <fieldset className={css.gifts} onInput={watch.onInput}>
      <legend>{t('credit.gifts')}</legend>
      <ul>
        {refundableLines.map((line, index) => {
          const choice = chosen.find((chosenLine) => chosenLine.line === line.line)
          return (
            <li key={line.line}>
              <label className={css.gift}>
                <input
                  {...(index === 0 ? { ref: firstCheckbox } : {})}
                  type="checkbox"
                  checked={choice !== undefined}
                  aria-invalid={index === 0 && issue !== null ? true : undefined}
                  aria-describedby={index === 0 && issue !== null ? id : undefined}
                  onInvalid={watch.onInvalid}
                  onChange={({ target }) => setQuantity(line.line, target.checked ? 1 : 0)}
                />
                <GiftImage file={line.picture} size="large" />
                <span>
                  {line.name}
                  {line.variant ? <span className={css.soft}>, {line.variant}</span> : null}
                </span>
              </label>
              <Quantity
                line={line}
                quantity={choice?.quantity ?? 0}
                onQuantity={(quantity) => setQuantity(line.line, quantity)}
              />
            </li>
          )
        })}
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
        {/* Until a quantity is chosen, the points of one unit. */}
        {t('order.pointsOf', { count: points * Math.max(1, quantity) })}
      </span>
    </span>
  )
}
