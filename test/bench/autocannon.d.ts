// What the benchmark uses of autocannon, which carries no types.
declare module "autocannon" {
  export type Request = {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    setupRequest?: (request: Request) => Request;
    onResponse?: (status: number, body: string, context: object, headers: Record<string, string>) => void;
  };
  export type Result = {
    duration: number;
    errors: number;
    timeouts: number;
    latency: { p50: number; p99: number };
    requests: { total: number };
  };
  export default function autocannon(options: {
    url: string;
    connections: number;
    duration: number;
    requests: Request[];
  }): Promise<Result>;
}
