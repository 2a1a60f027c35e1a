import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { ConflictNotice } from '#backoffice/kit/drafts/ConflictNotice.tsx'
import { FormField, FormTextArea } from '#backoffice/kit/form/FormField.tsx'
import type { Gift } from '#backoffice/modules/catalog/gifts/use-gift-save.ts'
import type { TextsDraft } from '#backoffice/modules/catalog/gifts/use-gift-texts.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import {
  eachGiftText,
  GIFT_TEXT_NAMES,
  GIFT_TEXTS,
  type GiftText,
} from '#domain/catalog/gift-texts.ts'
import type { Language } from '#domain/language.ts'

import css from './GiftTexts.module.css'

type TextScope = { gift: Gift; channel: string; language: Language }
type GiftLanguageProps = TextScope & {
  draft: TextsDraft
  /** Shows the name of the language, because another one is beside it. */
  isNamed: boolean
  mayWrite: boolean
}

/** The texts of a gift in one language. An empty field shows the fallback text that a recipient reads. */
export function GiftLanguage({
  gift,
  draft,
  channel,
  language,
  isNamed,
  mayWrite,
}: GiftLanguageProps) {
  const t = useTranslate()
  const channelLanguage = `${channel} ${language}` as const
  const conflicts = draft.conflictIn(channelLanguage)
  const storedTexts = draft.storedIn(channelLanguage)
  const isOfChannel = channel !== gift.owner_channel && channel !== SHARED_CHANNEL
  const hasTexts = GIFT_TEXT_NAMES.some((field) => storedTexts[field] !== '')
  return (
    <div className={css.language} role="group" aria-label={t(`in.${language}`)} lang={language}>
      {isNamed || conflicts.length > 0 ? (
        <div className={css.top}>
          {isNamed ? <h3>{t(`in.${language}`)}</h3> : null}
          <ConflictNotice
            conflict={draft.conflict}
            fields={conflicts.map((name) => ({
              field: `${channelLanguage} ${name}`,
              label: t(`text.${name}`),
              now: storedTexts[name] || '–',
            }))}
          />
        </div>
      ) : null}
      <TextFields
        gift={gift}
        channel={channel}
        language={language}
        draft={draft}
        mayWrite={mayWrite}
      />
      <div>
        {mayWrite && isOfChannel && hasTexts && !draft.isChanged(channelLanguage) ? (
          <ActionButton
            small
            onClick={() =>
              draft.type(
                channelLanguage,
                eachGiftText(() => ''),
              )
            }
          >
            {t('shared.sayAsAll')}
          </ActionButton>
        ) : null}
      </div>
    </div>
  )
}

type TextFieldsProps = TextScope & { draft: TextsDraft; mayWrite: boolean }

function TextFields({ gift, channel, language, draft, mayWrite }: TextFieldsProps) {
  const t = useTranslate()
  const channelLanguage = `${channel} ${language}` as const
  return (
    <>
      {GIFT_TEXT_NAMES.map((field) => {
        const { most, isOneLine } = GIFT_TEXTS[field]
        const fieldProps = {
          label: t(`text.${field}`),
          value: draft.valueOf(channelLanguage, field),
          placeholder: fallbackText({ gift, channel, language }, field),
          readOnly: !mayWrite,
          ...(isOneLine ? { maxLength: most } : {}),
          onChange: ({ target }: { target: { value: string } }) =>
            draft.type(channelLanguage, { [field]: target.value }),
        }
        return field === 'name' ? (
          <FormField key={field} {...fieldProps} />
        ) : (
          <FormTextArea key={field} {...fieldProps} rows={isOneLine ? 2 : 4} />
        )
      })}
    </>
  )
}

/** An empty field shows the text of another channel, or else of another language. */
function fallbackText({ gift, channel, language }: TextScope, field: GiftText): string {
  return (
    gift.texts.find(
      (text) => text.language === language && text.channel !== channel && text[field],
    )?.[field] ??
    gift.texts.find((text) => text.channel === channel && text[field])?.[field] ??
    ''
  )
}
