import type { Readable } from 'node:stream'

/** An answer that is no JSON, with its own headers: a file, a page or a stream of events. */
export class RawResponse<
  Body extends Readable | string | undefined = Readable | string | undefined,
> {
  constructor(
    readonly headers: Readonly<Record<string, string>>,
    readonly body: Body,
    readonly status = 200,
  ) {}
}

/** An answer that a browser saves as a file. */
export class Download extends RawResponse<Readable> {
  constructor(fileName: string, type: string, body: Readable) {
    super(
      {
        'content-type': type,
        'content-disposition': `attachment; filename="${fileName}"`,
        'cache-control': 'no-store',
      },
      body,
    )
  }
}
