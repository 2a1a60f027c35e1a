import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

export type VatDraft = ReturnType<typeof useVatDraft>

type VatDecision = { kind: 'single' | 'multi' | null; adviser: string }

/** The required field that is still empty. */
function missingField({ kind, adviser }: VatDecision) {
  if (kind === null) return 'kind'
  return adviser.trim() === '' ? 'adviser' : undefined
}

/** The unsaved decision about the VAT type. */
export function useVatDraft(page: StaffResponse<'channelPage'>, me: string) {
  const t = useTranslate()
  const { voucher_vat: decided } = page
  const draft = useDraft<VatDecision>(`${me}.channel.${page.id}.vat`, {
    kind: decided?.kind ?? null,
    adviser: '',
  })
  const action = useAction('decideVoucherVat', { done: () => t('channel.vatSaved') })
  return {
    ...draft,
    action,
    count: draft.changed ? 1 : 0,
    missing: draft.changed ? missingField(draft.values) : undefined,
    discard: () => {
      action.clearError()
      return draft.clear()
    },
    async save(version: number): Promise<boolean> {
      const { kind, adviser } = draft.values
      if (kind === null) return false
      const saved = await action.run({ id: page.id, version, kind, adviser })
      if (saved) draft.clear()
      return saved !== null
    },
  }
}
