/** A position in a file as an editor shows it. In a CSV the column is the number of the field. */
export type Place = { file: string; row?: number; column?: number }
export type FolderProblem = Place & { message: string }

/** A path into a YAML document, or the name of a CSV's column. */
export type PathInFile = readonly PropertyKey[]

/** A value from a file, with the position of each of its parts. */
export type Placed<T> = { value: T; place: (path?: PathInFile) => Place }

export type Reading<T> = { value?: T | undefined; problems: FolderProblem[] }

/** A part of a placed value, with its position. */
export function partOf<T>(parent: Placed<unknown>, value: T, path: PathInFile): Placed<T> {
  return { value, place: (rest = []) => parent.place([...path, ...rest]) }
}

export function problemAt(place: Place, message: string): FolderProblem {
  return { ...place, message }
}

/** For sorting: by file, then by row, then by column. */
export function compareLocations(first: FolderProblem, second: FolderProblem) {
  return (
    first.file.localeCompare(second.file, 'en', { numeric: true }) ||
    (first.row ?? 0) - (second.row ?? 0) ||
    (first.column ?? 0) - (second.column ?? 0)
  )
}
