import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

const KINDS = { out: 'bad', 'at-risk': 'warn', low: 'warn', fine: 'done' } as const
export const STOCK_LABELS = {
  out: 'soldOut',
  'at-risk': 'atRisk',
  low: 'fewLeft',
  fine: 'inStock',
} as const

export function StockMark({ state }: { state: keyof typeof KINDS }) {
  const t = useTranslate()
  return <StatusMark kind={KINDS[state]}>{t(STOCK_LABELS[state])}</StatusMark>
}

type StockState = keyof typeof KINDS

type Variant = { state: StockState; days_left: number | null }

/** Of a gift with several variants: how many of them are sold out or will be. */
export function GiftStockMark({
  gift: { state, days_left, variants },
}: {
  gift: Variant & { variants: readonly Variant[] }
}) {
  const t = useTranslate()
  const total = variants.length
  const counted = (state: StockState) => variants.filter((one) => one.state === state).length
  const sellOutSoon = counted('at-risk')
  const [low, soldOut] = [counted('low'), counted('out')]
  if (total === 1 || soldOut === total || (state === 'fine' && soldOut === 0))
    return <StockMark state={state} />
  const text = () => {
    const count = days_left ?? 0
    if (sellOutSoon === 1) return t('variantSellsOut', { of: total, count })
    if (sellOutSoon > 1) return t('variantsSellOut', { part: sellOutSoon, of: total, count })
    if (low > 0) return t('variantsLow', { count: low, of: total })
    return t('outOfVariants', { count: soldOut, of: total })
  }
  return <StatusMark kind="warn">{text()}</StatusMark>
}
