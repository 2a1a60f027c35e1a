import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** Books a refund as the server proposed it, or asks for its approval. */
export function useBookCredit() {
  const t = useTranslate()
  return useAction('bookCredit', {
    done: ({ credit }) =>
      credit === null ? t('credit.asked') : t('credit.booked', { number: credit }),
  })
}
