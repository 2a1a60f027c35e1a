import { useState } from 'react'

import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './GiftStock.module.css'

const REASONS = ['count', 'damaged', 'return', 'adjust'] as const

type Count = { typed: string; note: string; from: number | null }

/** The level at the time typing started stays with the count until it is saved. */
function useCount(sku: string, name: string, now: number | null) {
  const t = useTranslate()
  const [begun, setStarted] = useState<Count | null>(null)
  const [reason, setReason] = useState<(typeof REASONS)[number]>('count')
  const [incomplete, setIncomplete] = useState(false)
  const { typed, note, from } = begun ?? { typed: '', note: '', from: now }
  const type = (part: Partial<Count>) => {
    setIncomplete(false)
    setStarted({ typed, note, from, ...part })
  }
  const action = useAction('correctStock', {
    done: ({ stockLevel }) => t('stockCorrected', { name, count: stockLevel.on_hand }),
  })
  function discard() {
    setIncomplete(false)
    setStarted(null)
  }
  async function save() {
    if (!/^\d{1,8}$/.test(typed)) {
      setIncomplete(true)
      return
    }
    const saved = await action.run({ sku, from, on_hand: Number(typed), reason, note })
    if (saved) setStarted(null)
  }
  return { begun, typed, note, from, type, reason, setReason, incomplete, action, discard, save }
}

/** A count against the level at the time typing started. Later changes by other users are shown beside it. */
export function StockCount({
  sku,
  name,
  now,
  lastBy,
}: {
  sku: string
  name: string
  now: number | null
  /** The colleague who changed the level last; null if an order did. */
  lastBy: string | null
}) {
  const t = useTranslate()
  const count = useCount(sku, name, now)
  const { begun, from, action, type } = count
  return (
    <Form
      title={t('countStockOf', { name })}
      titled={false}
      main={false}
      submit={t(from === null ? 'startTracking' : 'saveCount')}
      note={from === null ? t('startTrackingHelp') : t('countFrom', { count: from })}
      failure={action.failure}
      refusal={action.refusal}
      busy={action.busy}
      changed={begun !== null}
      onDiscard={count.discard}
      onSubmit={count.save}
    >
      <div role="status">
        {from !== now && now !== null ? (
          <Notice kind="warn">
            {lastBy === null
              ? t('stockChanged', { count: now })
              : t('countedByOther', { name: lastBy, count: now })}{' '}
            <ActionButton small variant="plain" onClick={() => type({ from: now })}>
              {t('countFromNow', { count: now })}
            </ActionButton>
          </Notice>
        ) : null}
      </div>
      <CountFields count={count} />
    </Form>
  )
}

function CountFields({ count }: { count: ReturnType<typeof useCount> }) {
  const t = useTranslate()
  const { typed, note, type, reason, setReason, incomplete } = count
  return (
    <div className={css.count}>
      <FormField
        label={t('counted')}
        name="on_hand"
        pattern="\d{1,8}"
        inputMode="numeric"
        required
        issue={incomplete ? t('countWhole') : null}
        value={typed}
        onChange={({ target }) => type({ typed: target.value })}
      />
      <FormSelect
        label={t('reason')}
        value={reason}
        onChange={({ target }) => setReason(target.value as (typeof REASONS)[number])}
      >
        {REASONS.map((one) => (
          <option key={one} value={one}>
            {t(`move.${one}`)}
          </option>
        ))}
      </FormSelect>
      <FormField
        label={t('stockNote')}
        name="note"
        maxLength={500}
        value={note}
        onChange={({ target }) => type({ note: target.value })}
      />
    </div>
  )
}
