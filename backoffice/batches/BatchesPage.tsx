import { useMemo } from 'react'

import { batchList } from '#backoffice/batches/batch-list.tsx'
import { DeskLink } from '#backoffice/desk-address.tsx'
import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { DeskList } from '#backoffice/list/DeskList.tsx'
import { deskButtonClass } from '#backoffice/parts/DeskButton.tsx'
import { useDeskLanguage, useSay } from '#backoffice/words/desk-words.tsx'

export function BatchesPage({ staff }: DeskPageProps) {
  const say = useSay()
  const { language } = useDeskLanguage()
  const mayMake = staff.permissions.includes('batch.make')
  const list = useMemo(() => batchList(say, language, mayMake), [say, language, mayMake])
  return (
    <DeskList
      list={list}
      title="batches"
      acts={
        mayMake ? (
          <DeskLink className={deskButtonClass('main')} to="/desk/batches/new">
            {say('newBatch')}
          </DeskLink>
        ) : null
      }
    />
  )
}
