import { useEffect, useId, useRef } from 'react'

import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './OrderPage.module.css'

type Props = {
  unsent: StaffResponse<'proposeCredit'>['unsent']
  /** null: not answered yet. */
  stop: boolean | null
  onStop: (stop: boolean) => void
  issue: string | null
}

/**
 * Whether unsent units of credited gifts are stopped. No default, because a wrong answer costs the recipient or the
 * shop a gift.
 */
export function UnsentQuestion({ unsent, stop, onStop, issue }: Props) {
  const t = useTranslate()
  const id = useId()
  const firstInput = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (issue !== null) firstInput.current?.focus()
  }, [issue])
  const gifts = unsent.map(({ quantity, name }) =>
    t('credit.unsentGift', { count: quantity, name }),
  )
  const senders = (['unsubmitted', 'supplier', 'confirmed', 'warehouse'] as const).filter(
    (sender) => unsent.some(({ by }) => by === sender),
  )
  return (
    <fieldset className={css.unsent} aria-describedby={issue === null ? undefined : id}>
      <legend>{t('credit.unsent', { gifts: gifts.join(', ') })}</legend>
      {[true, false].map((answer) => (
        <label key={String(answer)}>
          <input
            ref={answer ? firstInput : undefined}
            type="radio"
            name={`${id}-stop`}
            checked={stop === answer}
            onChange={() => onStop(answer)}
          />{' '}
          {t(answer ? 'credit.stop' : 'credit.goOn')}
        </label>
      ))}
      {stop === false
        ? null
        : senders.map((sender) => (
            <p key={sender} className={css.soft}>
              {t(`credit.unsentBy.${sender}`)}
            </p>
          ))}
      {issue === null ? null : (
        <Notice kind="bad">
          <span id={id}>{issue}</span>
        </Notice>
      )}
    </fieldset>
  )
}
