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
