import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

export type VatDraft = ReturnType<typeof useVatDraft>

/** The unsaved decision about the VAT type. */
export function useVatDraft(page: StaffResponse<'channelPage'>, me: string) {
  const t = useTranslate()
  const { voucher_vat: decided } = page
  const draft = useDraft<{ kind: 'single' | 'multi' | null; adviser: string }>(
    `${me}.channel.${page.id}.vat`,
    { kind: decided?.kind ?? null, adviser: '' },
  )
  const action = useAction('decideVoucherVat', { done: () => t('channel.vatSaved') })
  return {
    ...draft,
    action,
    count: draft.changed ? 1 : 0,
    /** The required field that is still empty. */
    missing: !draft.changed
      ? undefined
      : draft.values.kind === null
        ? ('kind' as const)
        : draft.values.adviser.trim() === ''
          ? ('adviser' as const)
          : undefined,
    discard: () => {
      action.erase()
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
