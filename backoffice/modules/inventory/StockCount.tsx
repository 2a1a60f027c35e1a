import { useState } from 'react'

import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './GiftStock.module.css'

const REASONS = ['count', 'damaged', 'return', 'adjust'] as const

type Count = { counted: string; note: string; from: number | null }

/** An unsaved count. `from`: the stock when typing started, which the server compares with the current one. */
function useCount(sku: string, name: string, onHand: number | null) {
  const t = useTranslate()
  const [started, setStarted] = useState<Count | null>(null)
  const [reason, setReason] = useState<(typeof REASONS)[number]>('count')
  const [isInvalid, setInvalid] = useState(false)
  const { counted, note, from } = started ?? { counted: '', note: '', from: onHand }
  const type = (part: Partial<Count>) => {
    setInvalid(false)
    setStarted({ counted, note, from, ...part })
  }
  const action = useAction('correctStock', {
    done: ({ stockLevel }) => t('stockCorrected', { name, count: stockLevel.on_hand }),
  })
  function discard() {
    setInvalid(false)
    setStarted(null)
  }
  async function save() {
    if (!/^\d{1,8}$/.test(counted)) {
      setInvalid(true)
      return
    }
    const saved = await action.run({ sku, from, on_hand: Number(counted), reason, note })
    if (saved) setStarted(null)
  }
  return {
    started,
    counted,
    note,
    from,
    type,
    reason,
    setReason,
    isInvalid,
    action,
    discard,
    save,
  }
}

/** A count against the level at the time typing started. Later changes by other users are shown beside it. */
export function StockCount({
  sku,
  name,
  onHand,
  lastBy,
}: {
  sku: string
  name: string
  onHand: number | null
  /** The colleague who changed the level last; null if an order did. */
  lastBy: string | null
}) {
  const t = useTranslate()
  const count = useCount(sku, name, onHand)
  const { started, from, action, type } = count
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
      changed={started !== null}
      onDiscard={count.discard}
      onSubmit={count.save}
    >
      <div role="status">
        {from !== onHand && onHand !== null ? (
          <Notice kind="warn">
            {lastBy === null
              ? t('stockChanged', { count: onHand })
              : t('countedByOther', { name: lastBy, count: onHand })}{' '}
            <ActionButton small variant="plain" onClick={() => type({ from: onHand })}>
              {t('countFromNow', { count: onHand })}
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
  const { counted, note, type, reason, setReason, isInvalid } = count
  return (
    <div className={css.count}>
      <FormField
        label={t('counted')}
        name="on_hand"
        pattern="\d{1,8}"
        inputMode="numeric"
        required
        issue={isInvalid ? t('countWhole') : null}
        value={counted}
        onChange={({ target }) => type({ counted: target.value })}
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
