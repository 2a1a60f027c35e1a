import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { StockMark } from '#backoffice/modules/inventory/StockStatus.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './StockCard.module.css'

const REASONS = ['count', 'damaged', 'return', 'adjust'] as const
const MOVES = 6

/** One stock item: its level, its movements, and a count against the level shown. */
export function StockCard({ sku, mayCorrect }: { sku: string; mayCorrect: boolean }) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('stockOf', { sku }))
  if (!data) return null
  const { stockLevel, moves } = data
  return (
    <article className={css.card} aria-label={sku}>
      <div className={css.head}>
        <h3>{sku}</h3>
        {stockLevel ? (
          <StockMark state={stockLevel.state} />
        ) : (
          <span className={css.soft}>{t('neverRunsOut')}</span>
        )}
      </div>
      {stockLevel ? (
        <dl className={css.facts}>
          <dt>{t('onHand')}</dt>
          <dd>{stockLevel.on_hand}</dd>
          <dt>{t('reserved')}</dt>
          <dd>{stockLevel.reserved}</dd>
          <dt>{t('soldFourWeeks')}</dt>
          <dd>{stockLevel.sold}</dd>
          <dt>{t('daysLeft')}</dt>
          <dd>{stockLevel.days_left ?? '–'}</dd>
          <dt>{t('warehouse')}</dt>
          <dd>{stockLevel.warehouse ? stockLevel.warehouse.on_hand : '–'}</dd>
        </dl>
      ) : null}
      {mayCorrect ? (
        <Count sku={sku} now={stockLevel?.on_hand ?? null} lastBy={moves[0]?.by ?? null} />
      ) : null}
      {moves.length > 0 ? (
        <ol className={css.moves} aria-label={t('moves')}>
          {moves.slice(0, MOVES).map(({ id, at, quantity, reason, order, by, note }) => (
            <li key={id}>
              <span>
                {quantity > 0 ? `+${quantity}` : quantity} {t(`move.${reason}`)}
                {order ? (
                  <BackofficeLink to={`/backoffice/orders/${order}`}> {order}</BackofficeLink>
                ) : null}
                {by ? <span className={css.soft}> · {by}</span> : null}
                {note ? <q> {note}</q> : null}
              </span>
              <Moment at={at} />
            </li>
          ))}
        </ol>
      ) : null}
    </article>
  )
}

type Count = { typed: string; note: string; from: number | null }

/** The level at the time typing started stays with the count until it is saved. */
function useCount(sku: string, now: number | null) {
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
    done: ({ stockLevel }) => t('stockCorrected', { name: sku, count: stockLevel.on_hand }),
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
function Count({
  sku,
  now,
  lastBy,
}: {
  sku: string
  now: number | null
  /** Who moved it last; null where an order did. */
  lastBy: string | null
}) {
  const t = useTranslate()
  const count = useCount(sku, now)
  const { begun, from, action, type } = count
  return (
    <Form
      title={t('countShelf', { name: sku })}
      titled={false}
      main={count.typed !== ''}
      submit={t(from === null ? 'beginCounting' : 'saveCount')}
      note={from === null ? t('beginCountingHelp') : t('countFrom', { count: from })}
      wrong={action.wrong}
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
              ? t('shelfMovedMeanwhile', { count: now })
              : t('countedMeanwhile', { name: lastBy, count: now })}{' '}
            <ActionButton little look="plain" onClick={() => type({ from: now })}>
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
