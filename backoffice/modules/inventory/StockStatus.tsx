import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

const KINDS = { out: 'bad', 'at-risk': 'warn', low: 'warn', fine: 'done' } as const
export const STOCK_WORDS = {
  out: 'soldOut',
  'at-risk': 'atRisk',
  low: 'fewLeft',
  fine: 'inStock',
} as const

export function StockMark({ state }: { state: keyof typeof KINDS }) {
  const t = useTranslate()
  return <StatusMark kind={KINDS[state]}>{t(STOCK_WORDS[state])}</StatusMark>
}

type StockState = keyof typeof KINDS

/** A gift with enough stock can have a variant that is sold out. */
export function GiftStockMark({
  gift: { state, variants },
}: {
  gift: { state: StockState; variants: readonly { state: StockState }[] }
}) {
  const t = useTranslate()
  const out = variants.filter((variant) => variant.state === 'out').length
  if (state !== 'fine' || out === 0) return <StockMark state={state} />
  return (
    <StatusMark kind="warn">{t('outOfVariants', { count: out, of: variants.length })}</StatusMark>
  )
}
