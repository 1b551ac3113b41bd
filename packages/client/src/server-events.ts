import { EventSourceParserStream } from 'eventsource-parser/stream';

export interface ServerEvent<Data> {
  event: string;
  data: Data;
}

export async function* eventsOf<Data>(body: ReadableStream<BufferSource>): AsyncGenerator<ServerEvent<Data>> {
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { event = 'message', data } of events) yield { event, data: JSON.parse(data) as Data };
}
