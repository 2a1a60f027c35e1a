import { type Translate, useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './BatchName.module.css'

type NamedBatch = { id: string; note: string; campaign: { name: string } | string | null }

/** The note or the campaign of a batch, or else its number. */
export const batchName = (t: Translate, { id, note, campaign }: NamedBatch) =>
  note || (typeof campaign === 'string' ? campaign : campaign?.name) || t('batchNumber', { id })

/** The name of a batch, with its number beside it. */
export function BatchName({ batch }: { batch: NamedBatch }) {
  const t = useTranslate()
  return (
    <>
      {batchName(t, batch)} <BatchNumber batch={batch} />
    </>
  )
}

/** The number beside the name; empty if the number is the name. */
export function BatchNumber({ batch }: { batch: NamedBatch }) {
  const t = useTranslate()
  const number = t('batchNumber', { id: batch.id })
  return batchName(t, batch) === number ? null : <span className={css.number}>{number}</span>
}
