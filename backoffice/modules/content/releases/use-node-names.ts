import { useTextNames } from '#backoffice/i18n/use-text-names.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { useChannels } from '#backoffice/kit/display/ChannelName.tsx'
import {
  channelOfNode,
  type ContentNode,
  languageOfNode,
  nameOfNode,
  placeOfNode,
} from '#backoffice/modules/content/releases/content-node-texts.ts'

/** The names of changed items in the user's language. */
export function useNodeNames() {
  const t = useTranslate()
  const { nameText } = useTextNames()
  const { language } = useBackofficeLanguage()
  const { nameOf: channelName } = useChannels()
  const nameOf = (node: ContentNode) => nameOfNode(t, node, nameText, language)
  /** The channel, and the page or section there. */
  const placeOf = (node: ContentNode) =>
    `${channelName(channelOfNode(node))} · ${placeOfNode(t, node)}`
  return {
    nameOf,
    placeOf,
    /** The name in one line, for lists without headings. */
    fullName: (node: ContentNode) =>
      [placeOf(node), nameOf(node), languageOfNode(node)].filter((part) => part !== '').join(' · '),
  }
}
