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

type Variant = { state: StockState; days_left: number | null }

/** Of a gift with several variants: how many of them are sold out or will be, because the gift as a whole is not. */
export function GiftStockMark({
  gift: { state, days_left, variants },
}: {
  gift: Variant & { variants: readonly Variant[] }
}) {
  const t = useTranslate()
  const of = variants.length
  const counted = (state: StockState) => variants.filter((one) => one.state === state).length
  const soon = counted('at-risk')
  const [low, out] = [counted('low'), counted('out')]
  if (of === 1 || out === of || (state === 'fine' && out === 0)) return <StockMark state={state} />
  const text =
    soon === 1
      ? t('variantSellsOut', { of, count: days_left ?? 0 })
      : soon > 1
        ? t('variantsSellOut', { part: soon, of, count: days_left ?? 0 })
        : low > 0
          ? t('variantsLow', { count: low, of })
          : t('outOfVariants', { count: out, of })
  return <StatusMark kind="warn">{text}</StatusMark>
}
