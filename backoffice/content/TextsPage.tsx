import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { blockName, useTextNames } from '#backoffice/words/use-text-names.ts'
import { pageTextShapes } from '#backoffice/content/text-shape.ts'
import { TextHistory } from '#backoffice/content/TextHistory.tsx'
import { TextsEditor } from '#backoffice/content/TextsEditor.tsx'
import { thingName } from '#backoffice/words/thing-names.ts'
import { heldFor, useChannel } from '#backoffice/content/use-channel.ts'
import { useAsked } from '#backoffice/desk-address.tsx'
import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { deskQuery } from '#backoffice/desk-queries.ts'
import { PageHead } from '#backoffice/parts/PageHead.tsx'
import { Trouble } from '#backoffice/parts/Trouble.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

/** A component or page, with every text of it. */
export function TextsPage({ staff, params: { path = '' } }: DeskPageProps) {
  const say = useSay()
  const channel = useChannel()
  const [asked] = useAsked()
  const release = asked.get('release') ?? ''
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...deskQuery('contentPage', {
      channel: channel?.id ?? '',
      path,
      ...(release === '' ? {} : { release }),
    }),
    enabled: channel !== null,
    placeholderData: heldFor(channel?.id),
  })
  const title = thingName(say, path)
  const { nameText } = useTextNames()
  const texts = useMemo(() => (data ? pageTextShapes(data, nameText) : []), [data, nameText])
  if (error && !data) return <Trouble error={error} again={() => void refetch()} />
  if (!data || !channel) {
    return <PageHead title={title} up={{ to: '/desk/content', word: say('content') }} />
  }
  return (
    <TextsEditor
      key={`${channel.id} ${path}`}
      staff={staff}
      channel={channel}
      name={path}
      title={title}
      texts={texts}
      groupName={(block) => blockName(nameText, block)}
      readWith={isPlaceholderData ? '' : release}
      below={<TextHistory asked={{ channel: channel.id, path }} />}
    />
  )
}
