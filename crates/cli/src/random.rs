//! A checkpoint of any shape with random weights, computed while it is read: for measuring, where only the shape counts.

use half::f16;
use logitscope_model::checkpoint::loader::tensor_shapes;
use logitscope_model::{ByteStream, Config, ModelError};

/// Values computed at once.
const AT_ONCE: usize = 1 << 20;

/// A stream of `.safetensors` bytes with f16 weights of a spread that keeps every activation finite.
pub struct RandomCheckpoint {
    /// What is left of the header.
    header: Vec<u8>,
    /// Elements that are still to come.
    left: usize,
    state: u32,
}

impl RandomCheckpoint {
    /// The checkpoint of a model of these sizes.
    pub fn new(config: &Config) -> Self {
        let mut entries = Vec::new();
        let mut end = 0;
        for (name, shape) in tensor_shapes(config) {
            let start = end;
            end += 2 * shape.iter().product::<usize>();
            entries.push(format!(
                r#""{name}":{{"dtype":"F16","shape":{shape:?},"data_offsets":[{start},{end}]}}"#
            ));
        }
        let json = format!("{{{}}}", entries.join(","));
        let mut header = (json.len() as u64).to_le_bytes().to_vec();
        header.extend_from_slice(json.as_bytes());
        RandomCheckpoint {
            header,
            left: end / 2,
            state: 0x9e37_79b9,
        }
    }

    /// A value in −0.04..0.04 (xorshift, Marsaglia 2003).
    fn value(&mut self) -> f16 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 17;
        self.state ^= self.state << 5;
        f16::from_f32((self.state as i32 as f32) * (0.04 / 2_147_483_648.0))
    }
}

impl ByteStream for RandomCheckpoint {
    async fn next(&mut self, most: usize) -> Result<Vec<u8>, ModelError> {
        if !self.header.is_empty() {
            let rest = self.header.split_off(most.min(self.header.len()));
            return Ok(std::mem::replace(&mut self.header, rest));
        }
        let n = self.left.min(AT_ONCE).min(most / 2);
        self.left -= n;
        Ok((0..n).flat_map(|_| self.value().to_le_bytes()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logitscope_core::Precision;
    use logitscope_model::{Cpu, LoadOptions, load_model};

    #[test]
    fn it_is_a_checkpoint_that_loads() {
        let config = crate::bench::shape("2x8x2x33").expect("a shape");
        let options = LoadOptions {
            precision: Precision::F16,
        };
        let mut stream = RandomCheckpoint::new(&config);
        let load = load_model(Cpu::new(), config, options, &mut stream, |_| async {});
        assert!(pollster::block_on(load).is_ok());
    }
}
