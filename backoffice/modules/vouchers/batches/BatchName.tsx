import { type Translate, useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './BatchName.module.css'

type Named = { id: string; note: string; campaign: { name: string } | string | null }

/** Its note or its campaign; a batch without either has only its number. */
export const nameOfBatch = (t: Translate, { id, note, campaign }: Named) =>
  note || (typeof campaign === 'string' ? campaign : campaign?.name) || t('batchNumber', { id })

/** The name of a batch, with its number beside it. */
export function BatchName({ batch }: { batch: Named }) {
  const t = useTranslate()
  return (
    <>
      {nameOfBatch(t, batch)} <BatchNumber batch={batch} />
    </>
  )
}

/** Beside the name; nothing for a batch that is called by its number. */
export function BatchNumber({ batch }: { batch: Named }) {
  const t = useTranslate()
  const number = t('batchNumber', { id: batch.id })
  return nameOfBatch(t, batch) === number ? null : <span className={css.number}>{number}</span>
}
